"""Releases of projects with images: labels that name their span label, and images as files or by name only."""

import hashlib
import json
import tracemalloc

import pytest

from annotation.models import Release
from annotation.queries.references.item_images import original_path
from annotation.queries.releases.release_files import release_directory
from annotation.services.releases.build_job import rebuild
from foundation.errors import InvalidError
from morelkit.agreement.character_counts import count_item
from morelkit.cli import main
from morelkit.formats.visions import VISIONS
from morelkit.gold.policy import GoldPolicy
from morelkit.release.compared_labels import ComparedLabels
from morelkit.release.verify import verify
from morelkit.scheme.schemes import PRESETS
from morelkit.text.normalization import DEFAULT_POLICY
from morelkit.text.spans import Span
from tests.commands import succeeds
from tests.dataset_loading import load_all
from tests.item_images import drawing, import_images, visions_project, with_images
from tests.kit.release.tampering import redescribe, reseal
from tests.records import import_annotations, item
from tests.releases import edit_line, files_of
from tests.services.releases.building import build, records, unzipped

pytestmark = pytest.mark.django_db

STREET, SIGN, CAT = drawing(color="navy"), drawing("JPEG"), drawing("WEBP", color="green", lossless=True)
DIGESTS = {
    name: hashlib.sha256(content).hexdigest() for name, content in (("s", STREET), ("g", SIGN), ("c", CAT))
}
FILES = {"street.png": STREET, "signs/a.jpg": SIGN, "cat.webp": CAT}


@pytest.fixture
def visions(cast, tmp_path):
    """A project of four items, of which q-3 has no annotations.

    Two annotators mark q-1: both “invention” at 0–3, one “OCR” at 2–6.
    """
    project = visions_project(redundancy=2)
    rows = [
        with_images("q-1", "street.png", "signs/a.jpg", image_alt=["A street.", "A sign."]),
        with_images("q-2", "street.png"),
        with_images("ar-1", "cat.webp", lang="AR"),
        with_images("q-3", "cat.webp"),
    ]
    assert import_images(tmp_path, project, rows, FILES).state == "done"
    import_annotations(
        project,
        {
            "q-1": {"a": [[0, 3, "invention"], [2, 6, "OCR"]], "b": [[0, 3, "invention"]]},
            "q-2": {"a": [], "b": []},
            "ar-1": {"a": [[0, 6, "miscounting"]], "b": [[2, 6, "other"]]},
        },
    )
    return project


def named(*images: tuple[str, str, str], files: bool) -> list[dict[str, str]]:
    return [
        {"name": name, "sha256": sha256} | ({"file": f"images/{sha256}.{suffix}"} if files else {})
        for name, sha256, suffix in images
    ]


LABEL, HARD = {"start": 0, "end": 3, "prob": 1.0, "label": "invention"}, [0, 3, "invention"]
Q1 = [("street.png", DIGESTS["s"], "png"), ("signs/a.jpg", DIGESTS["g"], "jpg")]


def test_image_files_are_named_after_their_sha256_and_listed_in_the_manifest(visions):
    release = build(visions, images=True)
    folder = release_directory(release)
    stored = {path.name: path.read_bytes() for path in (folder / "images").iterdir()}
    assert stored == {
        f"{DIGESTS['s']}.png": STREET,
        f"{DIGESTS['g']}.jpg": SIGN,
        f"{DIGESTS['c']}.webp": CAT,
    }
    gold = {each["id"]: each for each in records(release, "gold/en.full.jsonl")}
    assert gold["q-1"]["image_files"] == named(*Q1, files=True)
    assert list(gold["q-1"])[list(gold["q-1"]).index("image_alt") + 1] == "image_files"
    listed = {each["path"]: each for each in json.loads((folder / "manifest.json").read_bytes())["files"]}
    street = listed[f"images/{DIGESTS['s']}.png"]
    assert (street["sha256"], street["bytes"]) == (DIGESTS["s"], len(STREET))
    assert verify(folder).differences == []
    size = len(STREET) + len(SIGN) + len(CAT)
    assert (
        f"`images/` has the 3 original images of the items, {size} bytes"
        in (folder / "README.md").read_text()
    )


def test_without_the_files_records_name_their_images_by_path_and_sha256(visions):
    release = build(visions)
    folder = release_directory(release)
    assert not (folder / "images").exists()
    unlabelled = {each["id"]: each for each in records(release, "unlabelled/en.full.jsonl")}
    assert unlabelled["q-1"]["image_files"] == named(*Q1, files=False)
    assert unlabelled["q-2"]["image"] == "street.png"
    # Loaders have one type for a field, so a list is written as text where other records have a text.
    assert unlabelled["q-1"]["image"] == '["street.png", "signs/a.jpg"]'
    assert verify(folder).differences == []
    assert "The files of the images are not part of the release." in (folder / "README.md").read_text()


def test_only_images_of_released_items_are_in_the_release(visions):
    release = build(visions, images=True, languages=["en"])
    assert len(list((release_directory(release) / "images").iterdir())) == 2
    assert verify(release_directory(release)).differences == []


def test_items_without_annotations_bring_their_images(visions):
    release = build(visions, images=True, languages=["en"], splits={"unannotated": "train"})
    (train,) = records(release, "unlabelled/en.train.jsonl")
    assert train["image_files"] == named(("cat.webp", DIGESTS["c"], "webp"), files=True)
    assert len(list((release_directory(release) / "images").iterdir())) == 3
    assert verify(release_directory(release)).differences == []


def test_a_download_under_embargo_has_the_images(visions, tmp_path):
    release = build(visions, images=True, embargo=["full"])
    folder = unzipped(release, tmp_path / "held")
    assert not (folder / "gold").exists()
    assert len(list((folder / "images").iterdir())) == 3
    found = verify(folder)
    assert (found.differences, len(found.withheld) > 0) == ([], True)


def test_labels_name_their_span_label(visions):
    release = build(visions)
    gold = {each["id"]: each for each in records(release, "gold/en.full.jsonl")}
    assert gold["q-1"]["soft_labels"] == [
        {"start": 0, "prob": 1.0, "end": 3, "label": "invention"},
        {"start": 2, "prob": 0.5, "end": 6, "label": "OCR"},
    ]
    assert gold["q-1"]["hard_labels"] == [[0, 3, "invention"]]
    assert "span_labels" not in gold["q-1"]
    (arabic,) = records(release, "gold/ar.full.jsonl")
    assert arabic["soft_labels"] == [
        {"start": 0, "prob": 0.5, "end": 6, "label": "miscounting"},
        {"start": 2, "prob": 0.5, "end": 6, "label": "other"},
    ]
    assert arabic["hard_labels"] == []


def test_the_gold_export_has_the_labels_of_the_release(visions, tmp_path):
    succeeds("export_gold", visions.slug, "--out", tmp_path / "gold.jsonl")
    exported = map(json.loads, (tmp_path / "gold.jsonl").read_text("utf-8").splitlines())
    names = ("soft_labels", "hard_labels")
    release = build(visions)
    released = {
        each["id"]: [each[name] for name in names]
        for path in ("gold/en.full.jsonl", "gold/ar.full.jsonl")
        for each in records(release, path)
    }
    assert {each["id"]: [each[name] for name in names] for each in exported} == released


def test_a_rebuilt_release_has_the_same_bytes(visions, tmp_path):
    release = build(visions, images=True)
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(release_directory(release))


@pytest.mark.parametrize("images", [True, False])
def test_the_loader_reads_images_and_labels(datasets, visions, images):
    loaded = load_all(datasets, release_directory(build(visions, images=images)))
    row = loaded["en", "full"][0]
    assert row["soft_labels"][1]["label"] == "OCR"
    assert row["hard_labels"] == [[0, 3, "invention"]]
    assert row["image_files"] == named(*Q1, files=images)


PREDICTIONS = [
    {"id": "q-1", "soft_labels": [{"start": 0, "end": 3, "prob": 0.9, "label": "invention"}]},
    {"id": "q-2", "soft_labels": []},
    {"id": "ar-1", "soft_labels": [{"start": 0, "end": 4, "prob": 0.5, "label": "OCR"}]},
]


@pytest.mark.parametrize("policy", [[], ["--policy", "merged"]])
def test_predictions_with_span_labels_are_scored_label_by_label(visions, tmp_path, capfd, policy):
    """By hand, English: q-1 has ρ 1 for invention and 0 for OCR, which the system lacks, so ½; q-2 has no label: 1.

    Arabic: the gold has miscounting and other, the system OCR: 0 for each of the three.
    """
    release = build(visions)
    predictions = tmp_path / "predictions.jsonl"
    predictions.write_text("".join(f"{json.dumps(each)}\n" for each in PREDICTIONS))
    given = ["score", str(release_directory(release)), str(predictions), *policy, "--json"]
    assert main(given) == 0
    languages = json.loads(capfd.readouterr().out)["languages"]
    assert languages["EN"]["label_rho"]["value"] == pytest.approx(0.75)
    assert languages["AR"]["label_rho"]["value"] == pytest.approx(0.0)
    # Hard labels: those of q-1 are equal, and q-2 has none in either.
    assert languages["EN"]["iou"]["value"] == pytest.approx(1.0)


def test_imported_labels_are_compared_in_any_order():
    named = {
        "soft_labels": [{"label": "OCR", "start": 2, "end": 6, "prob": 0.5}, LABEL],
        "hard_labels": [HARD],
    }
    compared = ComparedLabels(PRESETS["visions"], GoldPolicy(), VISIONS)
    answer = "Ada Lovelace."
    votes = [[Span(0, 3, "invention"), Span(2, 6, "OCR")], [Span(0, 3, "invention")]]
    count = count_item(DEFAULT_POLICY, answer, votes)
    assert compared.differing(named, count, [{}, {}]) == {}
    other = {"hard_labels": [[0, 3, "OCR"]]}
    assert compared.differing(other, count, [{}, {}]) == {"hard_labels": ([[0, 3, "OCR"]], [HARD])}


TAMPERED = {
    "an image": (lambda it: image(it).write_bytes(b"other"), False, "its sha256 differs"),
    "an image with a new manifest": (
        lambda it: image(it).write_bytes(b"other"),
        True,
        "another sha256 than its",
    ),
    "an image missing": (lambda it: image(it).unlink(), False, "The file is missing"),
    "an image more": (lambda it: (it / "images/x.png").write_bytes(STREET), False, "Unexpected file"),
}


def image(folder):
    return folder / "images" / f"{DIGESTS['s']}.png"


@pytest.mark.parametrize("name", TAMPERED)
def test_changed_images_are_reported(visions, tmp_path, name):
    change, new_manifest, reason = TAMPERED[name]
    folder = unzipped(build(visions, images=True), tmp_path / "copy")
    change(folder)
    if new_manifest:
        redescribe(folder)
    assert reason in " ".join(map(str, verify(folder).differences))


def test_a_record_that_names_other_images_is_reported(visions, tmp_path):
    folder = unzipped(build(visions, images=True), tmp_path / "copy")
    path = folder / "unlabelled/en.full.jsonl"
    edit_line(path, "q-1", lambda it: it["image_files"].pop())
    reseal(folder)
    found = [(each.file, each.detail) for each in verify(folder).differences]
    assert ("unlabelled/en.full.jsonl", "Its image_files are not those of its image.") in found
    assert (f"images/{DIGESTS['g']}.jpg", "No record names the image.") in found


def test_a_released_record_comes_in_again_and_is_released_alike(visions, tmp_path):
    (first, *_) = records(build(visions), "unlabelled/en.full.jsonl")
    again = visions_project("again", redundancy=1)
    assert import_images(tmp_path, again, [first], FILES).state == "done"
    import_annotations(again, {"q-1": {"a": []}})
    (second,) = records(build(again, "v2", images=True), "unlabelled/en.full.jsonl")
    assert second == {**first, "image_files": named(*Q1, files=True)}


def test_an_own_field_of_that_name_is_kept_under_another(visions, tmp_path):
    again = visions_project("again", redundancy=1)
    rows = [with_images("q-1", "street.png", image_files="mine")]
    assert import_images(tmp_path, again, rows, FILES).state == "done"
    import_annotations(again, {"q-1": {"a": []}})
    (found,) = records(build(again), "unlabelled/en.full.jsonl")
    assert found["imported_image_files"] == "mine"
    assert found["image_files"] == named(Q1[0], files=False)


@pytest.mark.parametrize(
    ("foreign", "kept"), [(None, None), ("mine", "mine"), ([{"sha256": 3}], [{"sha256": 3}])]
)
def test_items_without_images_name_none(tmp_path, cast, foreign, kept):
    project = visions_project(redundancy=1)
    rows = [with_images("q-1", "street.png"), item("q-2", image_files=foreign)]
    assert import_images(tmp_path, project, rows, FILES).state == "done"
    import_annotations(project, {"q-1": {"a": []}, "q-2": {"a": []}})
    release = build(project, images=True)
    assert verify(release_directory(release)).differences == []
    found = records(release, "unlabelled/en.full.jsonl")[1]
    assert not found.get("image_files")
    assert found.get("imported_image_files") == kept


def test_image_files_need_the_field_that_names_them(visions):
    with pytest.raises(InvalidError, match="No record can be used without its field “image_files”"):
        build(visions, images=True, leave_out=["image_files"])
    Release.objects.all().delete()
    release = build(visions, leave_out=["image_files"])
    assert "image_files" not in records(release, "gold/en.full.jsonl")[0]
    assert verify(release_directory(release)).differences == []


def test_an_image_that_is_gone_from_the_server_is_named(visions):
    original_path(visions.pk, DIGESTS["c"]).unlink()
    with pytest.raises(InvalidError, match=f"The file {DIGESTS['c']} is missing on the server"):
        build(visions, images=True)


def test_a_release_is_written_again_with_its_own_images_if_an_original_is_lost(visions, tmp_path):
    release = build(visions, images=True)
    original_path(visions.pk, DIGESTS["c"]).unlink()
    rebuild(release, tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(release_directory(release))


def test_projects_without_images_cannot_release_any(gamma):
    with pytest.raises(InvalidError, match="have no images"):
        build(gamma, images=True)


def test_the_command_writes_image_files_if_asked(visions, tmp_path):
    succeeds("build_release", visions.slug, "plain", "--out", tmp_path / "plain")
    succeeds("build_release", visions.slug, "whole", "--images", "--out", tmp_path / "whole")
    assert not (tmp_path / "plain" / "images").exists()
    assert len(list((tmp_path / "whole" / "images").iterdir())) == 3
    assert "all is as it should be" in succeeds("verify_release", tmp_path / "whole")


def test_memory_does_not_grow_with_the_images(cast, tmp_path):
    project = visions_project(redundancy=1)
    noise = [hashlib.shake_256(str(number).encode()).digest(2_000_000) for number in range(8)]
    files = {f"{number}.png": drawing() + content for number, content in enumerate(noise)}
    rows = [with_images(f"q-{number}", f"{number}.png") for number in range(len(noise))]
    assert import_images(tmp_path, project, rows, files).state == "done"
    import_annotations(project, {row["id"]: {"a": []} for row in rows})
    tracemalloc.start()
    try:
        release = build(project, images=True)
        assert verify(release_directory(release)).differences == []
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000
    assert sum(path.stat().st_size for path in (release_directory(release) / "images").iterdir()) > 16_000_000
