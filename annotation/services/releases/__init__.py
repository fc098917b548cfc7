"""Releases: request, snapshot, build, end of embargo, withdrawal.

The freeze record names the counted revisions. A release is built only from it and from data that never changes, so that
a later rebuild gives the same bytes.
"""
