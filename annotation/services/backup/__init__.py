"""Backup and restore of a site: its database, files and secret key in one archive.

The invariant of a backup: a file that a row of the database refers to is in the archive, with the content that the row
states. Rows are committed after their files are complete, and files are deleted after their rows have changed. A
backup therefore reads the database first, in one snapshot, and then takes the files (`referenced_files`). A release
that is reissued or an import that ends in between would break the invariant: it is checked, and the snapshot is taken
again until it holds.
"""
