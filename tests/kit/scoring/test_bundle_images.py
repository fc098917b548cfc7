"""Bundles with the images of their items: what the writer takes, and what `morelkit verify` finds."""

import json
import os

import pytest

from morelkit.release.layout import MANIFEST, lines_path
from morelkit.scoring.bundle import BundleWriter
from tests.kit.scoring.bundles import EN, change, gold_directory, head, image_path, reseal, write_bundle

STREET, CAT, SIGN = b"street", b"cat", b"sign"


@pytest.fixture
def bundle(folder):
    return write_bundle(folder, images=True)


def test_a_bundle_with_images_verifies_and_has_the_same_bytes_twice(run, bundle, folder):
    out, _ = run("verify", bundle)
    assert out == "lantern: test: 4 of 4 submissions scored again; all is as it should be.\n"
    assert {path.relative_to(bundle).as_posix(): path.read_bytes() for path in bundle.glob("images/*")} == {
        image_path(each): each for each in (STREET, CAT, SIGN)
    }
    assert json.loads((bundle / MANIFEST).read_text())["gold"]["images"] is True
    assert "`images/`" in (bundle / "README.md").read_text()
    again = write_bundle(folder / "again", images=True)
    assert all(
        path.read_bytes() == (again / path.relative_to(bundle)).read_bytes()
        for path in bundle.rglob("*")
        if path.is_file()
    )


def test_images_of_items_that_the_bundle_lacks_stay_out(folder):
    gold = gold_directory(folder / "gold", images=True)
    writer = BundleWriter(folder / "bundle", head(gold, images=True))
    writer.add_gold_manifest(gold / MANIFEST)
    writer.add_gold(EN, gold / lines_path("gold", EN), gold / lines_path("unlabelled", EN))
    writer.add_images(gold)
    names = {path.name for path in (folder / "bundle/images").iterdir()}
    assert names == {image_path(each).removeprefix("images/") for each in (STREET, CAT)}


def test_an_image_that_was_changed_is_not_packed(folder):
    gold = gold_directory(folder / "gold", images=True)
    (gold / image_path(CAT)).write_bytes(b"dog")
    writer = BundleWriter(folder / "bundle", head(gold, images=True))
    writer.add_gold_manifest(gold / MANIFEST)
    writer.add_gold(EN, gold / lines_path("gold", EN), gold / lines_path("unlabelled", EN))
    with pytest.raises(ValueError, match="The image has been changed"):
        writer.add_images(gold)


def test_changed_missing_and_added_images_are_named(run, bundle):
    (bundle / image_path(CAT)).unlink()
    (bundle / image_path(STREET)).write_bytes(b"street!")
    (bundle / image_path(b"dog")).write_bytes(b"dog")
    out, _ = run("verify", bundle, status=1)
    assert f"{image_path(CAT)}: The file is missing." in out
    assert f"{image_path(STREET)}: The file is not the one that was released: its sha256 differs." in out
    assert f"{image_path(b'dog')}: Unexpected file." in out


def test_images_that_are_forged_with_fitting_digests_are_named(run, bundle):
    (bundle / image_path(STREET)).write_bytes(b"another street")
    (bundle / image_path(b"dog")).write_bytes(b"dog")
    reseal(bundle)
    out, _ = run("verify", bundle, status=1)
    assert f"{image_path(STREET)}: The file has another sha256 than its name says." in out
    assert f"manifest.json: It lists an unexpected file: {image_path(b'dog')}." in out


@pytest.mark.parametrize("stated", [False, 1, "yes"])
def test_a_manifest_that_hides_its_images_is_refused(run, bundle, stated):
    change(bundle / MANIFEST, lambda manifest: manifest["gold"].update(images=stated))
    run("verify", bundle, status=1 if stated is False else 2)


def test_an_image_behind_a_link_is_not_read(run, bundle, folder):
    outside = folder / "outside"
    outside.write_bytes(CAT)
    (bundle / image_path(CAT)).unlink()
    os.symlink(outside, bundle / image_path(CAT))
    out, _ = run("verify", bundle, status=1)
    assert f"{image_path(CAT)}: The file is missing." in out


def test_records_name_no_file_outside_of_the_images(folder):
    gold = gold_directory(folder / "gold", images=True)
    path = gold / lines_path("unlabelled", EN)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row, file in zip(rows, ("../../etc/passwd", "images/../manifest.json", ["images/x"]), strict=True):
        row["image_files"] = [{"name": "a", "sha256": "0" * 64, "file": file}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    writer = BundleWriter(folder / "bundle", head(gold, images=True))
    writer.add_gold_manifest(gold / MANIFEST)
    writer.add_gold(EN, gold / lines_path("gold", EN), path)
    writer.add_images(gold)
    assert not (folder / "bundle/images").exists()
