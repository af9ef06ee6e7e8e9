"""`outflank bench`: the table of benchmarks."""

from __future__ import annotations

from outflank.protocol.console.subcommand import Row, Subcommand

BENCH = Subcommand(
    "Measure speed on one core, latency at a pipe, and strength in matches.",
    kinds=(
        Row(
            "games",
            "moves, perft nodes and random playouts per second of each game",
            "outflank.protocol.bench.games:GAMES_SPEED",
        ),
        Row("perft", "count the leaves below a game's start", "outflank.protocol.bench.games:PERFT"),
        Row(
            "search",
            "simulations per second of the tree search, one worker and two",
            "outflank.protocol.bench.search:SEARCH",
        ),
        Row(
            "endgame",
            "solve the FFO test's Othello endgames exactly",
            "outflank.protocol.bench.endgame:ENDGAME",
        ),
        Row(
            "evals",
            "fit the search's values to scores in discs (Othello)",
            "outflank.protocol.bench.evals:EVALS",
        ),
        Row(
            "accuracy",
            "moves and scores of short searches against exact ones (Othello)",
            "outflank.protocol.bench.accuracy:ACCURACY",
        ),
        Row(
            "values",
            "values in discs beside exact ones, longer searches and the book (Othello)",
            "outflank.protocol.bench.values:VALUES",
        ),
        Row(
            "perfect",
            "count the games whose last part is played perfectly (Othello)",
            "outflank.protocol.bench.perfect:PERFECT",
        ),
        Row(
            "levels",
            "play the levels against each other and keep the table",
            "outflank.protocol.bench.levels:LEVELS",
        ),
        Row(
            "protocol",
            "how long a client at a pipe waits for replies",
            "outflank.protocol.bench.programs.latency:PROTOCOL",
        ),
        Row(
            "clocks",
            "count the flags that fall on short clocks beside busy loops",
            "outflank.protocol.bench.programs.clocks:CLOCKS",
        ),
        Row(
            "threads",
            "how many threads to search with on this machine",
            "outflank.protocol.bench.threads:THREADS",
        ),
        Row(
            "signatures",
            "hash what is computed, to prove that a refactoring changed nothing",
            "outflank.protocol.bench.signatures:SIGNATURES",
        ),
        Row("acceptance", "matches that the search has to pass", "outflank.protocol.bench.trials:ACCEPTANCE"),
        Row(
            "techniques",
            "each technique of the search, on and off at equal time",
            "outflank.protocol.bench.trials:TECHNIQUES",
        ),
    ),
)
