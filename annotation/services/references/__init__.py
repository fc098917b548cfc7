"""Snapshots of what answers are checked against: which pages are wanted, how they are fetched, who is given which."""
