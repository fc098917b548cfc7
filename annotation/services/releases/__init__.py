"""Releases: asked for, frozen, built, opened, withdrawn.

The freeze record says which revisions counted. A release is built from it and from nothing else of the project that
could change, so that it can be built again, with the same bytes, whatever has happened since.
"""
