"""Agreement of an item, which each save updates (`character_counts`), and measures of whole languages."""
