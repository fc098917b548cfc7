"""The measures that are too dear to be kept up by every save: worked out for a whole language at once."""
