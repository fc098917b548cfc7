"""Read and write records of items and annotations without loss: equal JSON values in the same key order.

An `ItemRecord` has attributes for the fields that Morel uses and keeps all other fields verbatim as metadata. Label
fields of an imported item are kept apart, because Morel computes its own labels.
"""
