"""Spellings of games, boards and moves: texts and bytes to plain values and back, whatever is legal."""
