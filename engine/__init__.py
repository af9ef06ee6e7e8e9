"""Games, trees and clocks. Nothing in here reads stdin or prints."""
