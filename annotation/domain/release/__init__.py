"""A release: a directory that says all it needs to be checked, without the database it came from.

`layout` has where each file stands; what writes a file and what checks it share one function, so that neither can be
right alone.
"""
