"""GTP commands that keep the search tree in a file while the program does not run."""

from __future__ import annotations

from outflank.engine.analysis import tree_file
from outflank.engine.errors import Refused
from outflank.protocol.console import files
from outflank.protocol.console.errors import reason
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError


@commands.command("outflank-save_tree", "FILE...")
def save_tree(gtp: Gtp, words: list[str]) -> str:
    """Write the search tree to a file, which is replaced as a whole or stays as it was. Blanks in its name
    count as one."""
    pieces = gtp.player.analysis.save_tree()
    try:
        files.replace(files.path_of(words), pieces, tree_file.has_head)
    except OSError as error:
        raise CommandError(f"cannot save tree: {reason(error)}") from None
    return ""


@commands.command("outflank-load_tree", "FILE...")
def load_tree(gtp: Gtp, words: list[str]) -> str:
    """Go on with a search tree from a file instead of what has been learnt. It must be of this game, size and
    komi and of the options that its numbers depend on; the position stays."""
    try:
        data = files.read(files.path_of(words), tree_file.most_bytes(gtp.player.settings.memory))
        gtp.player.analysis.load_tree(data)
    except (OSError, MemoryError, Refused) as error:
        raise CommandError(f"cannot load tree: {reason(error)}") from None
    return ""
