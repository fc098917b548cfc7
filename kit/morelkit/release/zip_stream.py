"""Stream a release as a zip file with reproducible bytes, in constant memory."""

import os
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_PIECE: Final = 1 << 18
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the earliest time of the zip format


class _Sink:
    """A write-only file without seek that keeps what was written since the last `drain`."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, piece: bytes, /) -> int:
        self._pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """Do nothing: nothing is buffered elsewhere."""

    def close(self) -> None:
        """Do nothing: no file is open."""

    def drain(self) -> bytes:
        content = b"".join(self._pieces)
        self._pieces.clear()
        return content


def zip_pieces(
    directory: Path,
    paths: Sequence[str],
    folder: str,
    own_files: Callable[[Callable[[str], bytes]], Mapping[str, bytes]] = lambda _: {},
) -> Iterator[bytes]:
    """Yield a zip of the files at `paths` and of `own_files`, all in one folder, with fixed times.

    `own_files` receives a function that reads a file of the directory, and returns path → content of files to add or
    to replace. All files come from the same directory, even if another directory replaces it while the zip is read.
    Raises `FileNotFoundError` if the directory is deleted.
    """
    sink = _Sink()
    with _opened(directory) as descriptor, zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        extra_files = own_files(lambda path: b"".join(_pieces(path, descriptor)))
        for path in sorted({*paths, *extra_files}):
            entry = zipfile.ZipInfo(f"{folder}/{path}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as written:
                for piece in [extra_files[path]] if path in extra_files else _pieces(path, descriptor):
                    written.write(piece)
                    yield sink.drain()
    yield sink.drain()


@contextmanager
def _opened(directory: Path) -> Iterator[int]:
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _pieces(path: str, directory: int) -> Iterator[bytes]:
    with open(os.open(path, os.O_RDONLY, dir_fd=directory), "rb") as file:
        while piece := file.read(_PIECE):
            yield piece
