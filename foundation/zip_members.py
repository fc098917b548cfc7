"""Check a zip file before anything in it is read: its list of members, their paths and their kinds."""

import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Final

_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
_ARCHIVE_NAMES: Final = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar", ".zst")
_OF_SYSTEMS: Final = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$|Thumbs\.db$)")
"""Members that operating systems add to archives."""
_NAME: Final = 200


class RefusedError(Exception):
    """A file, or a member of an archive, is not accepted: a stable code and a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@contextmanager
def opened_zip(
    content: IO[bytes], max_members: int, max_directory: int, too_many: RefusedError
) -> Iterator[tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]]:
    """Open a zip file and yield its files, without those of operating systems. Raises RefusedError.

    `max_directory`: bytes of the list of members, which `zipfile` reads at once, whatever its length.
    """
    _check_directory(content, 2 * max_members, max_directory, too_many)
    with zipfile.ZipFile(content) as packed:
        members = [each for each in packed.infolist() if not _is_ignored(each)]
        for member in members:
            _check_member(member)
        if len(members) > max_members:
            raise too_many
        yield packed, members


def shown_name(name: str) -> str:
    """Return a name of a file as it is stored: printable, its end if it is long."""
    printable = "".join(each if each.isprintable() else "\ufffd" for each in name)
    return printable if len(printable) <= _NAME else f"…{printable[1 - _NAME :]}"


def climbs_out(path: str) -> bool:
    """Return whether a path leads out of its archive or folder, on any operating system."""
    return path.startswith(("/", "\\")) or ":" in path or ".." in re.split(r"[/\\]", path)


def _check_directory(
    content: IO[bytes], max_members: int, max_directory: int, too_many: RefusedError
) -> None:
    size = content.seek(0, 2)
    content.seek(max(0, size - _END_BYTES - (1 << 16)))
    tail = content.read()
    content.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        raise RefusedError("bad_zip", "It is not a zip archive, or it is incomplete. Pack the files again.")
    members = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if directory > max_directory or members > max_members:
        raise too_many


def _is_ignored(member: zipfile.ZipInfo) -> bool:
    return member.is_dir() or bool(_OF_SYSTEMS.search(member.filename))


def _check_member(member: zipfile.ZipInfo) -> None:
    name = shown_name(member.filename)
    as_stored = member.orig_filename
    if climbs_out(as_stored):
        raise RefusedError(
            "archive_path",
            f"The path {name} leads out of the archive. Pack the files without “..” and “/” at the start.",
        )
    if "\0" in as_stored:
        raise RefusedError("archive_path", f"The path {name} contains U+0000.")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise RefusedError("archive_link", f"{name} is a symbolic link. Pack the file itself.")
    if member.flag_bits & 1:
        raise RefusedError("encrypted", f"{name} is encrypted. Compress it without a password.")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise RefusedError(
            "compression", f"{name} is compressed by a method other than deflate. Pack it with deflate."
        )
    if member.filename.lower().endswith(_ARCHIVE_NAMES):
        raise RefusedError("nested_archive", f"{name} is an archive in an archive. Pack the unpacked file.")
