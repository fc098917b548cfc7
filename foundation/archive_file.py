"""Archive files: a gzip-compressed tar file whose first member, `manifest.json`, lists all others in order.

The manifest states the kind and version of the format, and the size and SHA-256 of every member. Members are plain
files. A reader checks each of them before it uses any, so that a truncated or altered archive is refused, and the
refusal names the member. Memory does not grow with the size of the files.
"""

import gzip
import hashlib
import io
import json
import os
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from foundation.errors import InvalidError
from foundation.free_space import ReservingFile
from foundation.private_files import open_private

FORMAT_VERSION: Final = 1
MANIFEST: Final = "manifest.json"

_MAX_MANIFEST_BYTES: Final = 64_000_000
_BLOCK: Final = 1 << 20
_COMPRESSION: Final = 3  # Higher levels take several times as long, from the server on the same machine too.
_UNSAFE: Final = re.compile(r"[\x00-\x1f\x7f\\]")
_DAMAGE: Final = (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile)


class ArchiveError(InvalidError):
    """The archive cannot be used: not one, of another kind, too new, truncated or altered."""

    code = "archive"


@dataclass(frozen=True)
class Member:
    path: str
    size: int
    sha256: str


@contextmanager
def new_archive(
    target: Path, kind: str, head: Mapping[str, Any], files: Sequence[tuple[str, Path]], working: Path
) -> Iterator[list[Member]]:
    """Write an archive of `files` (member path, file), readable by its owner only. It appears after the block.

    `head`: further content of the manifest. The files must not change. `working`: a folder on the disk of `target`.
    Raises InvalidError if `target` exists or cannot be written, StorageFullError below the reserve of the disk.
    """
    refuse_existing(target)
    complete = working / "archive"
    try:
        members = [Member(path, file.stat().st_size, sha256_of(file)) for path, file in files]
        manifest = {
            "format": kind,
            "version": FORMAT_VERSION,
            **head,
            "members": [vars(member) for member in members],
        }
        with open_private(complete) as out:
            _write_members(ReservingFile(out, working), manifest, members, files)
            out.flush()
            os.fsync(out.fileno())
        yield members
        complete.rename(target)
        sync_directory(target.parent)
    except OSError as error:
        raise InvalidError(f"{target}: {error.strerror or error}.", code="unwritable") from error


def refuse_existing(target: Path) -> None:
    """Raise InvalidError if the file exists or its directory does not."""
    if target.exists():
        raise InvalidError(f"{target} exists. Choose another name.", code="exists")
    if not target.parent.is_dir():
        raise InvalidError(f"There is no directory {target.parent}.", code="unwritable")


class ArchiveReader:
    """An open archive. Its members can be extracted or checked once, all together."""

    def __init__(
        self, path: Path, content: gzip.GzipFile, tar: tarfile.TarFile, manifest: dict[str, Any]
    ) -> None:
        self.path = path
        self.manifest = manifest
        self.members = _members_of(path, manifest)
        self._content, self._tar = content, tar

    def check(self) -> None:
        """Read all members. Raises ArchiveError if one is not as the manifest states."""
        self._read_members(None)

    def extract(self, directory: Path) -> None:
        """Extract all members into the empty `directory`. Raises as `check`."""
        self._read_members(directory)

    def _read_members(self, directory: Path | None) -> None:
        for member in self.members:
            header = self._next_header(member.path)
            if header is None:
                raise ArchiveError(f"{self.path} is truncated or altered: {member.path} is missing.")
            self._check_header(header, member)
            self._read_member(header, member, directory)
        if (extra := self._next_header("its end")) is not None:
            raise ArchiveError(f"{self.path} was altered: {extra.name[:200]} is not in the manifest.")
        with _naming_damage(self.path, "its end"):
            for _ in _blocks(self._content):
                pass  # The check sum of gzip is behind the last byte.

    def _next_header(self, expected: str) -> tarfile.TarInfo | None:
        with _naming_damage(self.path, expected):
            header = self._tar.next()
        _forget_members(self._tar)
        return header

    def _check_header(self, header: tarfile.TarInfo, member: Member) -> None:
        if header.name != member.path:
            raise ArchiveError(
                f"{self.path} was altered: {header.name[:200]} is in the place of {member.path}."
            )
        if not header.isreg() or header.issparse():
            raise ArchiveError(
                f"{self.path} was altered: {member.path} is a link or a device, not a plain file."
            )
        if header.size != member.size:
            raise ArchiveError(
                f"{self.path} was altered: {member.path} has {header.size:,} bytes instead of {member.size:,}."
            )

    def _read_member(self, header: tarfile.TarInfo, member: Member, directory: Path | None) -> None:
        digest = hashlib.sha256()
        with _naming_damage(self.path, member.path), _new_file(directory, member.path) as out:
            content = self._tar.extractfile(header)
            for block in _blocks(content) if content else ():
                digest.update(block)
                if out:
                    out.write(block)
        if digest.hexdigest() != member.sha256:
            raise ArchiveError(
                f"{self.path} was altered: the content of {member.path} differs from its SHA-256."
            )


@contextmanager
def open_archive(path: Path, kind: str) -> Iterator[ArchiveReader]:
    """Open an archive and read its manifest. Raises ArchiveError."""
    try:
        with path.open("rb") as file, gzip.GzipFile(fileobj=file) as content:
            with _naming_damage(path, MANIFEST):
                tar = tarfile.open(fileobj=content, mode="r|", bufsize=tarfile.RECORDSIZE)  # noqa: SIM115 — closed below
            with tar:
                yield ArchiveReader(path, content, tar, _read_manifest(path, tar, kind))
    except OSError as error:
        if isinstance(error, gzip.BadGzipFile):
            raise ArchiveError(f"{path} is damaged: {error}.") from error
        raise InvalidError(
            f"{error.filename or path}: {error.strerror or error}.", code="unreadable"
        ) from error


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_directory(directory: Path) -> None:
    """Make renames within the directory durable."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_members(
    out: io.RawIOBase,
    manifest: Mapping[str, Any],
    members: Iterable[Member],
    files: Iterable[tuple[str, Path]],
) -> None:
    text = f"{json.dumps(manifest, ensure_ascii=False, indent=1)}\n".encode()
    with (
        gzip.GzipFile("", "wb", _COMPRESSION, out) as compressed,
        tarfile.open(fileobj=compressed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        tar.addfile(_header(MANIFEST, len(text)), io.BytesIO(text))
        for member, (_, file) in zip(members, files, strict=True):
            with file.open("rb") as content:
                tar.addfile(_header(member.path, member.size), content)
            _forget_members(tar)


def _header(path: str, size: int) -> tarfile.TarInfo:
    header = tarfile.TarInfo(path)
    header.size, header.mode = size, 0o600
    return header


def _read_manifest(path: Path, tar: tarfile.TarFile, kind: str) -> dict[str, Any]:
    with _naming_damage(path, MANIFEST):
        header = tar.next()
        if header is None or header.name != MANIFEST or not header.isreg():
            raise ArchiveError(f"{path} is no archive of Morel: {MANIFEST} is not its first member.")
        if header.size > _MAX_MANIFEST_BYTES:
            raise ArchiveError(f"{path} was altered: {MANIFEST} has {header.size:,} bytes.")
        content = tar.extractfile(header)
        text = content.read() if content else b""
    try:
        manifest = json.loads(text)
    except ValueError as error:
        raise ArchiveError(f"{path} is damaged in {MANIFEST}: it is not JSON.") from error
    if not isinstance(manifest, dict) or manifest.get("format") != kind:
        found = manifest.get("format") if isinstance(manifest, dict) else None
        raise ArchiveError(f"{path} is no {kind}; its manifest says “{found}”.")
    version = manifest.get("version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise ArchiveError(
            f"{path} has version {version} of the format, and this Morel reads versions up to {FORMAT_VERSION}. "
            "Install the version of Morel that wrote it, or a later one.",
            code="newer",
        )
    return manifest


def _members_of(path: Path, manifest: Mapping[str, Any]) -> list[Member]:
    try:
        members = [
            Member(str(each["path"]), int(each["size"]), str(each["sha256"])) for each in manifest["members"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError(f"{path} is damaged in {MANIFEST}: its list of members is invalid.") from error
    for member in members:
        if _UNSAFE.search(member.path) or {"", ".", ".."} & set(member.path.split("/")):
            raise ArchiveError(f"{path} was altered: {member.path[:200]!r} is no path of a member.")
    if len({member.path for member in members}) < len(members):
        raise ArchiveError(f"{path} is damaged in {MANIFEST}: it lists a member twice.")
    return members


@contextmanager
def _naming_damage(path: Path, member: str) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise ArchiveError(f"{path} is truncated or altered in {member}: {error}.") from error


@contextmanager
def _new_file(directory: Path | None, path: str) -> Iterator[IO[bytes] | None]:
    """A file that only its owner may read, and its folders. It is on the disk when the block ends."""
    if directory is None:
        yield None
        return
    target = directory / path
    for folder in reversed(Path(path).parents):  # `parents=True` would give the outer ones another mode
        (directory / folder).mkdir(mode=0o700, exist_ok=True)
    with open_private(target) as out:
        yield out
        out.flush()
        os.fsync(out.fileno())


def _forget_members(tar: Any) -> None:
    """Empty the list of members that a TarFile keeps: it would grow with every one."""
    tar.members = []


def _blocks(content: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    while block := content.read(_BLOCK):
        yield block
