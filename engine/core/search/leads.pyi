from ..game.position import Position
from .tree import Tree

def leads(tree: Tree, start: Position) -> dict[int, float]: ...
