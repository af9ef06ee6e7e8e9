"""Objects of JSON about positions, thoughts, sittings and files of games."""
