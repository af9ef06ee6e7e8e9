"""Games that were played, and what they prove."""
