"""Copy uploaded files to a folder, unpacked, within limits: what is compressed may be a bomb."""

import gzip
import hashlib
import re
import stat
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, cast

from django.conf import settings

from foundation.errors import FieldError, InvalidError
from foundation.free_space import require_free_space
from foundation.private_files import open_private

MAX_FILES: Final = 200
"""Files of an upload, after unpacking."""
MAX_RATIO: Final = 200
"""How many times larger a file may become by unpacking."""
_FREE_OF_RATIO: Final = 1_000_000
"""Bytes up to which the ratio does not matter: few predictions repeat themselves a lot."""
_MAX_DIRECTORY: Final = 1_000_000
"""Bytes of the list of members of a zip file, which is read at once."""
_BLOCK: Final = 1 << 16
_NAME: Final = 200
_ARCHIVES: Final = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")
_ARCHIVE_NAMES: Final = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar", ".zst")
_OF_SYSTEMS: Final = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$|Thumbs\.db$)")
"""Members that operating systems add to archives."""
_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22


@dataclass(frozen=True, slots=True)
class PredictionFile:
    """An unpacked file. `place`: of the uploaded file that it was in, from 0. `path`: where it is for now."""

    place: int
    name: str
    path: Path
    size: int
    sha256: str

    @property
    def pointer(self) -> str:
        return f"/files/{self.place}"


class _RefusedError(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


@dataclass
class _Unpacker:
    folder: Path
    files: list[PredictionFile] = field(default_factory=list)
    total: int = 0

    def add(self, place: int, name: str, content: IO[bytes]) -> None:
        if name.lower().endswith(".zip"):
            self._add_members(place, name, content)
        elif name.lower().endswith(".gz"):
            packed = content.seek(0, 2)
            content.seek(0)
            with gzip.open(content) as unpacked:
                self._copy(place, name[:-3], cast(IO[bytes], unpacked), packed)
        else:
            self._copy(place, name, content, None)

    def _add_members(self, place: int, archive: str, content: IO[bytes]) -> None:
        _check_directory(content)
        with zipfile.ZipFile(content) as packed:
            members = [each for each in packed.infolist() if not _is_ignored(each)]
            if not members:
                raise _RefusedError(
                    "empty_archive", "The archive has no files. Add the files of predictions."
                )
            for member in members:
                _check_member(member)
            if len(members) > MAX_FILES:
                raise _too_many()
            if sum(member.file_size for member in members) > settings.MAX_SUBMISSION_BYTES:
                raise _too_large_in_all()
            for member in members:
                with packed.open(member) as unpacked:
                    self._copy(place, f"{archive}/{member.filename}", unpacked, member.compress_size)

    def _copy(self, place: int, name: str, content: IO[bytes], packed: int | None) -> None:
        """Copy a file. `packed`: its bytes before it was unpacked, None for one that was not."""
        if len(self.files) >= MAX_FILES:
            raise _too_many()
        path = self.folder / f"{len(self.files)}"
        digest = hashlib.sha256()
        size = 0
        with open_private(path, replace=True) as copy:  # a refused file may have left one
            for block in iter(lambda: content.read(_BLOCK), b""):
                if size == 0 and packed is not None and block.startswith(_ARCHIVES):
                    raise _RefusedError(
                        "nested_archive", f"{name} is an archive in an archive. Pack the unpacked file."
                    )
                size += len(block)
                self.total += len(block)
                self._check_size(name, size, packed)
                digest.update(block)
                copy.write(block)
        self.files.append(PredictionFile(place, shown_name(name), path, size, digest.hexdigest()))

    def _check_size(self, name: str, size: int, packed: int | None) -> None:
        if packed is not None and size > _FREE_OF_RATIO and size > MAX_RATIO * max(packed, 1):
            raise _RefusedError(
                "compression_ratio", f"{name} becomes more than {MAX_RATIO} times larger by unpacking."
            )
        if size > settings.MAX_PREDICTIONS_BYTES:
            raise _RefusedError(
                "file_too_large", f"{name} has more than {settings.MAX_PREDICTIONS_BYTES:,} bytes."
            )
        if self.total > settings.MAX_SUBMISSION_BYTES:
            raise _too_large_in_all()


def unpack(uploaded: Sequence[tuple[str, IO[bytes]]], folder: Path) -> list[PredictionFile]:
    """Copy uploaded files, and the members of those that are archives, to `folder`.

    Raises InvalidError, which names every file that cannot be unpacked and why.
    """
    require_free_space(settings.MAX_SUBMISSION_BYTES)
    unpacker = _Unpacker(folder)
    errors = []
    for place, (name, content) in enumerate(uploaded):
        try:
            unpacker.add(place, name, content)
        except _RefusedError as refused:
            code, detail = refused.code, refused.detail
        except (zipfile.BadZipFile, NotImplementedError, OverflowError, UnicodeError):
            code, detail = "bad_zip", "The archive is damaged. Compress the files again."
        except (gzip.BadGzipFile, EOFError, zlib.error):
            code, detail = "bad_gzip", "The compressed file is damaged. Compress it again."
        else:
            continue
        errors.append(FieldError(f"/files/{place}", code, f"{shown_name(name)}: {detail}"))
    if errors:
        raise InvalidError(errors[0].detail, code=errors[0].code, errors=errors)
    return unpacker.files


def shown_name(name: str) -> str:
    """Return a name of a file as it is stored: printable, its end if it is long."""
    printable = "".join(each if each.isprintable() else "\ufffd" for each in name)
    return printable if len(printable) <= _NAME else f"…{printable[1 - _NAME :]}"


def _check_directory(content: IO[bytes]) -> None:
    """Raise unless the list of members is small: `zipfile` reads all of it, whatever its length."""
    size = content.seek(0, 2)
    content.seek(max(0, size - _END_BYTES - (1 << 16)))
    tail = content.read()
    content.seek(0)
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        raise _RefusedError("bad_zip", "It is not a zip archive, or it is incomplete. Pack the files again.")
    members = int.from_bytes(tail[at + 10 : at + 12], "little")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if directory > _MAX_DIRECTORY or members > 2 * MAX_FILES:
        raise _too_many()


def _is_ignored(member: zipfile.ZipInfo) -> bool:
    return member.is_dir() or bool(_OF_SYSTEMS.search(member.filename))


def _check_member(member: zipfile.ZipInfo) -> None:
    """Raise for what an archive of predictions has no use for."""
    name = shown_name(member.filename)
    as_stored = member.orig_filename
    if as_stored.startswith(("/", "\\")) or ":" in as_stored or ".." in re.split(r"[/\\]", as_stored):
        raise _RefusedError(
            "archive_path",
            f"The path {name} leads out of the archive. Pack the files without “..” and “/” at the start.",
        )
    if "\0" in as_stored:
        raise _RefusedError("archive_path", f"The path {name} contains U+0000.")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise _RefusedError("archive_link", f"{name} is a symbolic link. Pack the file itself.")
    if member.flag_bits & 1:
        raise _RefusedError("encrypted", f"{name} is encrypted. Compress it without a password.")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _RefusedError(
            "compression", f"{name} is compressed by a method other than deflate. Pack it with deflate."
        )
    if member.filename.lower().endswith(_ARCHIVE_NAMES):
        raise _RefusedError("nested_archive", f"{name} is an archive in an archive. Pack the unpacked file.")


def _too_many() -> _RefusedError:
    return _RefusedError("too_many_files", f"An upload has at most {MAX_FILES} files.")


def _too_large_in_all() -> _RefusedError:
    return _RefusedError(
        "upload_too_large",
        f"The files of an upload have at most {settings.MAX_SUBMISSION_BYTES:,} bytes together.",
    )
