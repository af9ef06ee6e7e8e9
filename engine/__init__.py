"""Games, trees and clocks. Nothing in here reads stdin or prints."""


class NotBuilt(ImportError):
    """The engine cannot run as it is installed; the text says what to do."""
