"""A release as one zip, piece by piece: the same bytes each time, and never more than a piece in memory."""

import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_PIECE: Final = 1 << 18
_BEGINNING: Final = (1980, 1, 1, 0, 0, 0)  # of the format's time


class _Sink:
    """What was written since it was last emptied. As a file, it can neither be read nor gone back in."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes, /) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Nothing waits elsewhere."""

    def close(self) -> None:
        """Nothing is open."""

    def emptied(self) -> bytes:
        content = b"".join(self._pieces)
        self._pieces.clear()
        return content


def zip_pieces(
    directory: Path, paths: Sequence[str], folder: str, more: Mapping[str, bytes]
) -> Iterator[bytes]:
    """The files at `paths`, and `more` under their names, all in one folder. Times are fixed.

    All of them are of one directory, also where another one has taken its place meanwhile. Once it is taken away, the
    zip breaks off: raises FileNotFoundError.
    """
    sink = _Sink()
    with _held(directory) as held, zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted({*paths, *more}):
            entry = zipfile.ZipInfo(f"{folder}/{path}", _BEGINNING)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as written:
                for piece in [more[path]] if path in more else _pieces(path, held):
                    written.write(piece)
                    yield sink.emptied()
    yield sink.emptied()


@contextmanager
def _held(directory: Path) -> Iterator[int]:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _pieces(path: str, directory: int) -> Iterator[bytes]:
    with open(os.open(path, os.O_RDONLY, dir_fd=directory), "rb") as file:
        while piece := file.read(_PIECE):
            yield piece
