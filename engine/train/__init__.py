"""Training of the learned evaluation of Othello: self-play, fitting, validation. A workshop: it needs NumPy,
which the extra `training` brings, and no player imports it."""
