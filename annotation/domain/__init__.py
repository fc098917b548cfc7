"""The arithmetic and the formats of span annotation, in pure Python and numpy: no database, no HTTP.

Every offset in this package counts Unicode code points (`str` indices), and every range is half-open.
"""
