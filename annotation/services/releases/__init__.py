"""Releases: asked for, frozen, built, opened, withdrawn.

The freeze record says which revisions counted. A release is built from it and from nothing else of the project that
could change, so that it can be built again, with the same bytes, whatever has happened since.
"""

from annotation.services.releases.asking import Wish, ask_for_release, build_now
from annotation.services.releases.building import rebuild
from annotation.services.releases.keeping import open_embargo, reissue, withdraw

__all__ = ["Wish", "ask_for_release", "build_now", "open_embargo", "rebuild", "reissue", "withdraw"]
