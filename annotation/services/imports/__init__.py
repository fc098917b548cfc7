"""Import files of items or raw annotations: check all records, write invisible batches, publish at once."""
