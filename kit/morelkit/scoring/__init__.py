"""Check, score and rank predictions against gold, from files alone."""
