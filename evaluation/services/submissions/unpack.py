"""Copy uploaded files to a folder, unpacked, within limits: what is compressed may be a bomb."""

import gzip
import hashlib
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
from foundation.zip_members import RefusedError, opened_zip, shown_name

MAX_FILES: Final = 200
"""Files of an upload, after unpacking."""
MAX_RATIO: Final = 200
"""How many times larger a file may become by unpacking."""
_FREE_OF_RATIO: Final = 1_000_000
"""Bytes up to which the ratio does not matter: few predictions repeat themselves a lot."""
_MAX_DIRECTORY: Final = 1_000_000
"""Bytes of the list of members of a zip file, which is read at once."""
_BLOCK: Final = 1 << 16
_ARCHIVES: Final = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!")


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
        with opened_zip(content, MAX_FILES, _MAX_DIRECTORY, _too_many()) as (packed, members):
            if not members:
                raise RefusedError("empty_archive", "The archive has no files. Add the files of predictions.")
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
                    raise RefusedError(
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
            raise RefusedError(
                "compression_ratio", f"{name} becomes more than {MAX_RATIO} times larger by unpacking."
            )
        if size > settings.MAX_PREDICTIONS_BYTES:
            raise RefusedError(
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
        except RefusedError as refused:
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


def _too_many() -> RefusedError:
    return RefusedError("too_many_files", f"An upload has at most {MAX_FILES} files.")


def _too_large_in_all() -> RefusedError:
    return RefusedError(
        "upload_too_large",
        f"The files of an upload have at most {settings.MAX_SUBMISSION_BYTES:,} bytes together.",
    )
