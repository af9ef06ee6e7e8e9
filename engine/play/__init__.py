"""A player: levels, clock, settings and the verbs that protocols speak."""
