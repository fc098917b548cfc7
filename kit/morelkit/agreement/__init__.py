"""Agreement measures that are too slow to update on every save: computed for a whole language at once."""
