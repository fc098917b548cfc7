"""Files in the data directory that rows refer to, by the apps that store them.

An app registers its folder, so that backups contain its files, restores accept them, and `verify_site` checks them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

Rows = Callable[[str], list[tuple[Any, ...]]]
"""Runs a query, which SQLite and PostgreSQL understand."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """`path`: relative to the data directory. `label`: what it is, for a message."""

    path: str
    sha256: str
    label: str


@dataclass(frozen=True, slots=True)
class FileFolder:
    """A folder of the data directory. `pattern`: regular expression of the paths in it, which begin with its name.

    `files` returns what the rows refer to. The files never change.
    """

    name: str
    pattern: str
    files: Callable[[Rows], Iterable[StoredFile]]


_folders: dict[str, FileFolder] = {}


def register_file_folder(folder: FileFolder) -> None:
    _folders[folder.name] = folder


def file_folders() -> list[FileFolder]:
    return list(_folders.values())
