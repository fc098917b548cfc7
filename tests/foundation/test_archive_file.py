"""Archive files: what is written is read back, and a truncated, altered or hostile archive is refused."""

import gzip
import hashlib
import io
import json
import os
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foundation import archive_file
from foundation.archive_file import ArchiveError, new_archive, open_archive
from foundation.errors import InvalidError
from foundation.working_folder import working_folder

pytestmark = pytest.mark.any_database

KIND = "test-archive"
CONTENT = {
    "one.txt": b"first",
    "folder/two.bin": os.urandom(300_000),
    "folder/empty": b"",
    "three": b"last" * 999,
}


def write_archive(target: Path, kind: str, head: dict[str, Any], files: list[tuple[str, Path]]) -> None:
    with (
        working_folder(target.parent) as working,
        new_archive(target, kind, head, files, working),
    ):
        assert not target.exists()


@pytest.fixture
def written(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    for path, content in CONTENT.items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_bytes(content)
    target = tmp_path / "archive.tar.gz"
    write_archive(target, KIND, {"counts": {"a": 1}}, [(path, source / path) for path in CONTENT])
    return target


def extract(path: Path, directory: Path) -> dict[str, bytes]:
    directory.mkdir()
    with open_archive(path, KIND) as archive:
        archive.extract(directory)
    return {
        each.relative_to(directory).as_posix(): each.read_bytes()
        for each in directory.rglob("*")
        if each.is_file()
    }


def forge(path: Path, edit: Callable[[list[tuple[tarfile.TarInfo, bytes]]], Any]) -> Path:
    """Write the archive again with edited members."""
    with tarfile.open(path) as tar:
        members = [(info, (tar.extractfile(info) or io.BytesIO()).read()) for info in tar]
    edit(members)
    forged = path.with_name("forged.tar.gz")
    with tarfile.open(forged, "w:gz") as tar:
        for info, content in members:
            info.size = len(content) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(content))
    return forged


def edit_manifest(archived: list[tuple[tarfile.TarInfo, bytes]], **changes: Any) -> None:
    info, content = archived[0]
    archived[0] = info, json.dumps(json.loads(content) | changes).encode()


def test_an_archive_holds_the_files_and_only_its_owner_may_read_them(written, tmp_path):
    out = tmp_path / "out"
    assert extract(written, out) == CONTENT
    assert written.stat().st_mode & 0o777 == 0o600
    assert {each.stat().st_mode & 0o777 for each in out.rglob("*")} == {0o600, 0o700}
    with tarfile.open(written) as tar:
        assert tar.getnames() == ["manifest.json", *CONTENT]
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_an_existing_file_is_not_overwritten(written):
    before = written.read_bytes()
    with pytest.raises(InvalidError, match="exists"):
        write_archive(written, KIND, {}, [])
    assert written.read_bytes() == before


def test_a_failed_write_leaves_nothing(tmp_path):
    with pytest.raises(InvalidError, match="No such file"):
        write_archive(tmp_path / "a.tar.gz", KIND, {}, [("missing", tmp_path / "missing")])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("share", [0, 0.0005, 0.1, 0.5, 0.9, 0.99, 0.99999])
def test_a_truncated_archive_is_refused(written, tmp_path, share):
    content = written.read_bytes()
    written.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(ArchiveError, match=r"manifest\.json|folder/two\.bin|folder/empty|three|its end"):
        extract(written, tmp_path / "out")


def test_every_altered_byte_is_found(written, tmp_path):
    """Some bits of a gzip file mean nothing, such as those that fill the last byte of a block."""
    content, refused = written.read_bytes(), 0
    for number, place in enumerate(range(10, len(content), len(content) // 60)):
        altered = bytearray(content)
        altered[place] ^= 0x10
        written.write_bytes(bytes(altered))
        try:
            found = extract(written, tmp_path / f"out-{number}")
        except ArchiveError:
            refused += 1
        else:
            assert found == CONTENT
    assert refused > 50


def test_altered_content_is_refused_by_the_name_of_its_member(written, tmp_path):
    def alter(members):
        members[3] = members[3][0], b""
        members[2] = members[2][0], bytes(len(members[2][1]))

    with pytest.raises(ArchiveError, match=r"folder/two\.bin differs from its SHA-256"):
        extract(forge(written, alter), tmp_path / "out")


def _rename(members):
    members[1][0].name = "elsewhere"


def _link(members):
    members[1][0].type, members[1][0].linkname = tarfile.SYMTYPE, "/etc/passwd"


def _hard_link(members):
    members[1][0].type, members[1][0].linkname = tarfile.LNKTYPE, "../../etc/passwd"


def _device(members):
    members[1][0].type = tarfile.CHRTYPE


def _longer(members):
    members[1] = members[1][0], b"first and more"


def _extra(members):
    members.append((tarfile.TarInfo("extra"), b"x"))


def _fewer(members):
    del members[-1]


def _swapped(members):
    members[1], members[2] = members[2], members[1]


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (_rename, "elsewhere is in the place of one.txt"),
        (_link, "one.txt is a link"),
        (_hard_link, "one.txt is a link"),
        (_device, "one.txt is a link or a device"),
        (_longer, "one.txt has 14 bytes instead of 5"),
        (_extra, "extra is not in the manifest"),
        (_fewer, "three is missing"),
        (_swapped, "folder/two.bin is in the place of one.txt"),
    ],
)
def test_a_forged_archive_is_refused(written, tmp_path, edit, named):
    with pytest.raises(ArchiveError, match=named):
        extract(forge(written, edit), tmp_path / "out")


@pytest.mark.parametrize(
    "path", ["../outside", "/etc/passwd", "a/../../outside", "a//b", "./a", "", "a\\..\\b", "a\x00b", "a\nb"]
)
def test_no_member_leaves_the_directory(written, tmp_path, path):
    def edit(members):
        digest = hashlib.sha256(b"first").hexdigest()
        edit_manifest(members, members=[{"path": path, "size": 5, "sha256": digest}])
        del members[2:]
        members[1][0].name = path.replace("\x00", "")

    with pytest.raises(ArchiveError, match="no path of a member"):
        extract(forge(written, edit), tmp_path / "out")
    assert not (tmp_path / "outside").exists()


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"version": 2}, "version 2 of the format, and this Morel reads versions up to 1. Install"),
        ({"version": None}, "version None"),
        ({"format": "other"}, "is no test-archive"),
        ({"members": [{}]}, "list of members"),
        ({"members": [{"path": "a", "size": 1, "sha256": ""}] * 2}, "twice"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(written, tmp_path, changes, named):
    with pytest.raises(ArchiveError, match=named):
        extract(forge(written, lambda members: edit_manifest(members, **changes)), tmp_path / "out")


@pytest.mark.parametrize(
    "content",
    [b"", b"text", gzip.compress(b"text" * 999), gzip.compress(b"")],
    ids=["empty", "text", "compressed text", "compressed nothing"],
)
def test_another_file_is_refused(tmp_path, content):
    path = tmp_path / "other.tar.gz"
    path.write_bytes(content)
    with pytest.raises(ArchiveError, match=r"other\.tar\.gz"):
        extract(path, tmp_path / "out")


def test_memory_does_not_grow_with_the_files(tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    target, out = tmp_path / "archive.tar.gz", tmp_path / "out"
    out.mkdir()
    tracemalloc.start()
    write_archive(target, KIND, {}, [("large", large)])
    with open_archive(target, KIND) as archive:
        archive.extract(out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (out / "large").stat().st_size == 200_000_000
    assert peak < 20_000_000
    assert archive_file.FORMAT_VERSION == 1
