"""Measures and file formats of span annotation, in pure Python and numpy: no database, no HTTP.

Every offset counts Unicode code points (`str` indices); every range is half-open.
"""
