"""Releases: directories that can be verified without the database they come from.

`layout` defines the path of each file. Writing and verifying share the functions that compute contents.
"""
