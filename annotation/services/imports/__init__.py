"""Import files of items or raw annotations: checked whole, written in invisible batches, shown at once."""
