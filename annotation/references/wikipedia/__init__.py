"""Fetch current pages of Wikipedia, and search for titles by prefix.

All requests go through the package Wikipedia-API, one for each page. No part of a title or URL can name a host, every
call is bounded in time, and every failure is a `FetchError`. Nothing is stored here.
"""
