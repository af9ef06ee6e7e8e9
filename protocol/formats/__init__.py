"""Games, boards and moves as texts and files."""
