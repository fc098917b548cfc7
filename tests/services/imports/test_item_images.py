"""Images that come with items: checked, stored once, and refused by item and reason with nothing half done."""

import io
import os
import shutil
import struct
import time
import zlib

import pytest
from django.conf import settings as django_settings
from PIL import Image

from annotation.models import Import, Item, ItemImage, ItemImageUse
from annotation.queries.references.item_images import (
    ITEM_IMAGE_FOLDER,
    display_path,
    item_images_folder,
    original_path,
)
from annotation.services.imports.lifecycle import undo_import
from annotation.services.references import image_content
from annotation.services.references.image_content import is_display_copy
from annotation.services.references.item_images import remove_leftover_item_images
from foundation.jobs import run_waiting
from tests.commands import refuses, succeeds
from tests.item_images import drawing, folder_of, import_images, visions_project, with_images, zip_of
from tests.records import candidate, import_records, item, write_jsonl

pytestmark = pytest.mark.django_db

SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
PNG = drawing()


@pytest.fixture(autouse=True)
def no_files():
    """Files stay when the transaction of a test is rolled back."""
    yield
    shutil.rmtree(django_settings.DATA_DIR / ITEM_IMAGE_FOLDER, ignore_errors=True)


@pytest.fixture
def visions(cast):
    return visions_project()


@pytest.fixture
def bring(tmp_path, visions):
    """Import one record that names an image; return the code and the sentence of each problem."""

    def bring(content=None, name="a.png", **files):
        given = {} if content is None else {name: content}
        import_ = import_images(tmp_path, visions, [with_images("q-1", name)], given | files)
        return [(each["code"], each["detail"]) for each in import_.problems]

    return bring


def huge_png(width: int, height: int) -> bytes:
    """Return a small file whose head promises many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def uses(external_id: str) -> list[tuple[str, str]]:
    rows = ItemImageUse.objects.filter(item__external_id=external_id).order_by("position")
    return list(rows.values_list("name", "alternative_text"))


def shown(image: ItemImage) -> Image.Image:
    return Image.open(io.BytesIO(display_path(image.project_id, image.sha256).read_bytes()))


def test_an_item_has_its_images_in_order(tmp_path, visions):
    records = [with_images("q-1", "b.png", "a/a.jpg", image_alt=["B.", ""]), item("q-2")]
    import_ = import_images(tmp_path, visions, records, {"b.png": PNG, "a/a.jpg": drawing("JPEG")})
    assert (import_.state, import_.added) == ("done", 2)
    assert uses("q-1") == [("b.png", "B."), ("a/a.jpg", "")]
    assert uses("q-2") == []


def test_the_original_is_kept_and_an_image_of_many_items_is_stored_once(tmp_path, visions):
    records = [with_images("q-1", "a.png"), with_images("q-2", "copy.png", "a.png")]
    import_images(tmp_path, visions, records, {"a.png": PNG, "copy.png": PNG})
    image = ItemImage.objects.get()
    assert (image.media_type, image.width, image.height, image.size) == ("image/png", 40, 20, len(PNG))
    assert original_path(visions.pk, image.sha256).read_bytes() == PNG
    assert len(list(item_images_folder(visions.pk).iterdir())) == 2


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_display_copy_is_webp_with_the_same_pixels(bring, kind):
    assert bring(drawing(kind)) == []
    image = ItemImage.objects.get()
    copy = shown(image)
    assert (copy.format, copy.size) == ("WEBP", (40, 20))
    red, _, blue = copy.convert("RGB").getpixel((3, 2))
    assert red > 200
    assert blue < 90
    assert image.media_type == f"image/{kind.lower()}"


def test_the_display_copy_is_upright_and_without_metadata(bring):
    exif = Image.Exif()
    exif[0x0112] = 6  # turn right by 90 degrees: the top left goes to the top right
    exif[0x010E] = "secret place"
    assert bring(drawing("JPEG", exif=exif)) == []
    image = ItemImage.objects.get()
    copy = shown(image)
    assert (image.width, image.height) == copy.size == (20, 40)
    red, _, blue = copy.convert("RGB").getpixel((17, 3))
    assert red > 150
    assert blue < 120
    assert not copy.getexif()
    assert b"secret" not in display_path(image.project_id, image.sha256).read_bytes()


def test_a_display_copy_is_told_from_damaged_and_foreign_files(bring, monkeypatch):
    monkeypatch.setattr(image_content, "_DISPLAY_SIDE", 30)
    assert bring(drawing(size=(101, 20))) == []
    image = ItemImage.objects.get()
    content = display_path(image.project_id, image.sha256).read_bytes()
    assert shown(image).size == (30, 6)
    assert is_display_copy(content, 101, 20)
    others = (
        b"",
        content[:-20],
        drawing("WEBP", (30, 9)),
        drawing("WEBP", (101, 20)),
        drawing("PNG", (30, 6)),
    )
    assert not any(is_display_copy(each, 101, 20) for each in others)


def test_the_first_frame_of_an_animation_is_shown(bring):
    frames = [Image.new("RGB", (8, 8), color) for color in ("red", "blue")]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    assert bring(out.getvalue()) == []
    copy = shown(ItemImage.objects.get())
    assert copy.convert("RGB").getpixel((4, 4))[0] > 200
    assert not getattr(copy, "is_animated", False)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_images_of_every_mode_are_shown(bring, mode):
    out = io.BytesIO()
    Image.new(mode, (9, 7)).save(out, "PNG")
    assert bring(out.getvalue()) == []
    assert shown(ItemImage.objects.get()).size == (9, 7)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (SVG, "svg"),
        (b"", "no_image"),
        (b"not an image", "no_image"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "no_image"),
        (PNG[: len(PNG) // 2], "no_image"),
        (drawing("BMP"), "no_image"),
        (drawing("TIFF"), "no_image"),
        (huge_png(50_000, 50_000), "too_many_pixels"),
        (huge_png(8_000, 7_000), "too_many_pixels"),
        (None, "image_missing"),
    ],
)
def test_what_is_no_acceptable_image_is_refused_by_item_and_reason(bring, content, code):
    [(found, detail)] = bring(content)
    assert found == code
    assert detail.startswith("Item q-1: “a.png” ")
    assert not Item.objects.filter(external_id="q-1", project__slug="visions").exists()
    assert not ItemImage.objects.exists()


def test_an_image_of_too_many_bytes_is_refused(bring, settings):
    settings.MAX_ITEM_IMAGE_BYTES = len(PNG) - 1
    assert [code for code, _ in bring(PNG)] == ["image_too_large"]


def test_an_item_with_too_many_images_is_refused(tmp_path, visions, settings):
    settings.MAX_IMAGES_PER_ITEM = 1
    import_ = import_images(tmp_path, visions, [with_images("q-1", "a.png", "a.png")], {"a.png": PNG})
    assert [each["code"] for each in import_.problems] == ["too_many_images"]


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/passwd", "a/../../secret.png", "C:\\a.png", "..\\a.png"]
)
def test_a_path_that_climbs_out_is_refused(tmp_path, bring, name):
    (tmp_path / "secret.png").write_bytes(PNG)
    assert [code for code, _ in bring(None, name)] == ["image_path"]


def test_a_symbolic_link_out_of_the_folder_is_refused(tmp_path, bring):
    (tmp_path / "secret.png").write_bytes(PNG)
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").symlink_to(tmp_path / "secret.png")
    assert [code for code, _ in bring()] == ["image_path"]


def test_one_bad_image_leaves_nothing_of_the_import(tmp_path, visions):
    records = [with_images("q-1", "a.png"), with_images("q-2", "b.png"), with_images("q-3", "c.png")]
    import_ = import_images(tmp_path, visions, records, {"a.png": PNG, "b.png": SVG})
    assert [(each["line"], each["code"]) for each in import_.problems] == [(2, "svg"), (3, "image_missing")]
    assert not Item.objects.filter(project=visions).exists()
    assert not ItemImage.objects.exists()


def test_records_with_images_need_them(visions):
    import_ = import_records(visions, [with_images("q-1", "a.png")])
    assert [each["code"] for each in import_.problems] == ["no_images"]


def test_the_same_records_again_are_unchanged_with_and_without_images(tmp_path, visions):
    records = [with_images("q-1", "a.png")]
    import_images(tmp_path, visions, records, {"a.png": PNG})
    for again in (
        import_images(tmp_path, visions, records, {"a.png": PNG}),
        import_records(visions, records),
    ):
        assert (again.state, again.added, again.unchanged) == ("done", 0, 1)
    assert uses("q-1") == [("a.png", "")]


def test_other_bytes_under_the_same_path_are_another_item(tmp_path, visions):
    records = [with_images("q-1", "a.png")]
    import_images(tmp_path, visions, records, {"a.png": PNG})
    again = import_images(tmp_path, visions, records, {"a.png": drawing(color="green")})
    assert [each["code"] for each in again.problems] == ["changed"]


def test_an_undone_import_takes_its_images_along(tmp_path, visions):
    import_images(tmp_path, visions, [with_images("q-1", "a.png")], {"a.png": PNG})
    later = import_images(
        tmp_path, visions, [with_images("q-2", "a.png", "b.png")], {"b.png": drawing("GIF")}
    )
    undo_import(later)
    while run_waiting():
        pass
    image = ItemImage.objects.get()
    assert image.media_type == "image/png"
    for path in item_images_folder(visions.pk).iterdir():
        os.utime(path, (0, 0))
    remove_leftover_item_images()
    names = {path.name for path in item_images_folder(visions.pk).iterdir()}
    assert names == {image.sha256, f"{image.sha256}.webp"}


def test_files_without_a_row_stay_while_they_are_young_or_an_import_runs(tmp_path, bring, visions):
    bring(PNG, **{"b.png": PNG})
    import_images(tmp_path, visions, [with_images("q-9", "c.gif", "none.png")], {"c.gif": drawing("GIF")})
    remove_leftover_item_images()
    assert len(list(item_images_folder(visions.pk).iterdir())) == 4
    running = Import.objects.create(project=visions, kind="items", state=Import.State.CHECKING)
    for path in item_images_folder(visions.pk).iterdir():
        os.utime(path, (time.time() - 3_600,) * 2)
    remove_leftover_item_images()
    assert len(list(item_images_folder(visions.pk).iterdir())) == 4
    running.delete()
    remove_leftover_item_images()
    assert len(list(item_images_folder(visions.pk).iterdir())) == 2


def test_the_command_reads_images_from_a_folder_or_a_zip_file(tmp_path, visions):
    records = str(write_jsonl(tmp_path / "r.jsonl", [with_images("q-1", "a.png")]))
    folder = folder_of(tmp_path / "pictures", {"a.png": PNG})
    assert "Added 1 items" in succeeds("import_items", "visions", records, "--images", folder)
    more = str(write_jsonl(tmp_path / "s.jsonl", [with_images("q-2", "a.png")]))
    packed = tmp_path / "pictures.zip"
    packed.write_bytes(zip_of({"photos/a.png": PNG}))  # all in one folder, as operating systems pack
    assert "Added 1 items" in succeeds("import_items", "visions", more, "--images", packed)
    assert uses("q-2") == [("a.png", "")]


def test_the_command_names_what_is_wrong_with_images(tmp_path, visions, cast):
    records = str(write_jsonl(tmp_path / "r.jsonl", [with_images("q-1", "a.png")]))
    assert "nowhere does not exist" in refuses(
        "import_items", "visions", records, "--images", tmp_path / "nowhere"
    )
    assert "visions" in refuses("import_items", "alpha", records, "--images", tmp_path)
    (tmp_path / "bad.zip").write_bytes(zip_of({"../a.png": PNG}))
    assert "leads out of the archive" in refuses(
        "import_items", "visions", records, "--images", tmp_path / "bad.zip"
    )


def test_candidates_have_no_images(visions):
    import_ = import_records(visions, [candidate(1, "org/a", image="a.png")], "candidates")
    assert [each["code"] for each in import_.problems] == ["no_images"]
