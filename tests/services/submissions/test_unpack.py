"""Uploaded files are unpacked within limits, and what is refused is named."""

import gzip
import hashlib
import io
import random
import stat
import zipfile

import pytest

from evaluation.services.submissions.unpack import MAX_FILES, unpack
from foundation.errors import InvalidError

LINES = b'{"id": "dev-en-1"}\n'


def archive(*members, **options):
    """Return a zip file of members: names or ZipInfos, with their content."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, **options) as out:
        for member, data in members:
            out.writestr(member, data)
    return content.getvalue()


def link(name):
    member = zipfile.ZipInfo(name)
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


def refusal(tmp_path, *files):
    with pytest.raises(InvalidError) as refused:
        unpack([(name, io.BytesIO(data)) for name, data in files], tmp_path)
    return refused.value


def code(tmp_path, name, data):
    return refusal(tmp_path, (name, data)).code


def test_files_are_copied_with_their_digest(tmp_path):
    found = unpack([("en.jsonl", io.BytesIO(LINES)), ("ar.jsonl", io.BytesIO(LINES * 2))], tmp_path)
    assert [(each.place, each.name, each.size) for each in found] == [
        (0, "en.jsonl", 19),
        (1, "ar.jsonl", 38),
    ]
    assert found[0].sha256 == hashlib.sha256(LINES).hexdigest()
    assert [each.path.read_bytes() for each in found] == [LINES, LINES * 2]


def test_archives_are_unpacked_without_what_systems_add_to_them(tmp_path):
    packed = archive(
        ("run/en.jsonl", LINES), ("run/", b""), ("__MACOSX/run/._en.jsonl", b"x"), ("run/.DS_Store", b"x")
    )
    found = unpack(
        [("run.zip", io.BytesIO(packed)), ("ar.jsonl.gz", io.BytesIO(gzip.compress(LINES)))], tmp_path
    )
    assert [(each.place, each.name) for each in found] == [(0, "run.zip/run/en.jsonl"), (1, "ar.jsonl")]
    assert {each.sha256 for each in found} == {hashlib.sha256(LINES).hexdigest()}


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../en.jsonl", "run/../../en.jsonl", "C:en.jsonl", "..\\en.jsonl"]
)
def test_paths_that_lead_out_of_the_archive_are_refused(tmp_path, name):
    assert code(tmp_path, "run.zip", archive((name, LINES))) == "archive_path"
    assert list(tmp_path.iterdir()) == []


def test_links_and_archives_in_archives_are_refused(tmp_path):
    assert code(tmp_path, "a.zip", archive((link("en.jsonl"), b"/etc/passwd"))) == "archive_link"
    assert code(tmp_path, "a.zip", archive(("inner.zip", LINES))) == "nested_archive"
    assert code(tmp_path, "a.zip", archive(("en.jsonl", archive(("x", LINES))))) == "nested_archive"
    assert code(tmp_path, "a.gz", gzip.compress(gzip.compress(LINES))) == "nested_archive"


def test_a_refused_archive_is_told_how_to_pack_it(tmp_path):
    for name, data in (
        ("nested.zip", archive(("en.jsonl.gz", gzip.compress(LINES)))),
        ("path.zip", archive(("../en.jsonl", LINES))),
        ("link.zip", archive((link("en.jsonl"), b"/etc/passwd"))),
        ("broken.zip", b"PK"),
    ):
        assert " Pack the " in refusal(tmp_path, (name, data)).detail, name


def test_an_encrypted_member_is_refused(tmp_path):
    packed = bytearray(archive(("en.jsonl", LINES)))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(signature) + at] |= 1
    assert code(tmp_path, "a.zip", bytes(packed)) == "encrypted"


def test_a_bomb_is_refused_by_its_ratio_and_by_its_size(tmp_path, settings):
    zeros = bytes(5_000_000)
    assert code(tmp_path, "a.zip", archive(("en.jsonl", zeros))) == "compression_ratio"
    assert code(tmp_path, "a.jsonl.gz", gzip.compress(zeros)) == "compression_ratio"
    settings.MAX_PREDICTIONS_BYTES, settings.MAX_SUBMISSION_BYTES = 1_000, 2_500
    noise = random.Random(1).randbytes(1_200)
    assert code(tmp_path, "a.jsonl", noise) == "file_too_large"
    several = [(f"{number}.jsonl", noise[:900]) for number in range(3)]
    assert refusal(tmp_path, *several).code == "upload_too_large"
    assert code(tmp_path, "a.zip", archive(*several)) == "upload_too_large"


def test_a_size_that_the_archive_lies_about_is_not_believed(tmp_path):
    """The list of members says one byte; the member has a million."""
    packed = bytearray(archive(("en.jsonl", random.Random(1).randbytes(1_000_000))))
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = packed.index(signature) + at
        packed[place : place + 4] = (1).to_bytes(4, "little")
    assert code(tmp_path, "a.zip", bytes(packed)) == "bad_zip"


def test_too_many_files_are_refused_before_their_list_is_read(tmp_path, monkeypatch):
    members = [(f"{number}.jsonl", LINES) for number in range(MAX_FILES + 1)]
    assert code(tmp_path, "a.zip", archive(*members)) == "too_many_files"
    packed = archive(*((f"{number}/{'x' * 200}", b"") for number in range(5_000)))
    monkeypatch.setattr(zipfile, "ZipFile", None)
    assert code(tmp_path, "a.zip", packed) == "too_many_files"


@pytest.mark.parametrize("data", [b"", b"no archive", archive(("en.jsonl", LINES * 50))[:-30]])
def test_damaged_archives_are_refused(tmp_path, data):
    assert code(tmp_path, "a.zip", data) == "bad_zip"
    assert code(tmp_path, "a.jsonl.gz", b"no gzip") == "bad_gzip"
    assert code(tmp_path, "a.jsonl.gz", gzip.compress(LINES)[:-6]) == "bad_gzip"


def test_an_archive_without_files_is_refused(tmp_path):
    assert code(tmp_path, "a.zip", archive(("run/", b""))) == "empty_archive"


def test_every_refused_file_is_named(tmp_path):
    found = refusal(tmp_path, ("a.zip", b"no"), ("en.jsonl", LINES), ("b.gz", b"no"))
    assert [(error.pointer, error.code) for error in found.errors] == [
        ("/files/0", "bad_zip"),
        ("/files/2", "bad_gzip"),
    ]
    assert found.errors[0].detail.startswith("a.zip: ")


def test_names_are_shown_without_control_characters_and_not_too_long(tmp_path):
    (found,) = unpack([(f"{'x' * 300}\x1b[2J.jsonl", io.BytesIO(LINES))], tmp_path)
    assert len(found.name) == 200
    assert "\x1b" not in found.name
