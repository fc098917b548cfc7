"""Snapshots of what answers are checked against: which pages are wanted, how they are fetched, who is given which."""

from annotation.services.references.runs import fetch_references, start_fetch, stop_fetch

__all__ = ["fetch_references", "start_fetch", "stop_fetch"]
