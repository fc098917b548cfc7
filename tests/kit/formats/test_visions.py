"""Records of SHROOM-visions: Mu-SHROOM's fields, with images in the place of a page."""

import pytest

from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import read_item, write_item
from morelkit.formats.record_format import NamedImage
from morelkit.formats.visions import VISIONS, read_images

RECORD = {
    "id": "val-en-1",
    "lang": "EN",
    "image": ["street.png", "signs/left.jpg"],
    "image_alt": ["A street.", "A sign."],
    "model_input": "What does the sign say?",
    "model_output_text": "It says “Stop”, twice.",
    "model_id": "org/model",
}


def test_a_record_is_read_and_written_without_loss():
    record, problems = read_item(RECORD, 1, guess_mapping(list(RECORD), VISIONS), record_format=VISIONS)
    assert not problems
    written = write_item(record, VISIONS)
    assert written == RECORD
    assert list(written) == list(RECORD)


@pytest.mark.parametrize(
    ("fields", "images"),
    [
        ({}, ()),
        ({"image": None}, ()),
        ({"image": ""}, ()),
        ({"image": []}, ()),
        ({"image": "a.png"}, (NamedImage("a.png"),)),
        ({"image": "a.png", "image_alt": "A cat."}, (NamedImage("a.png", "A cat."),)),
        ({"image": ["b.png", "a.png"]}, (NamedImage("b.png"), NamedImage("a.png"))),
        ({"image": '["b.png", "a.png"]'}, (NamedImage("b.png"), NamedImage("a.png"))),
        ({"image": "[1].png"}, (NamedImage("[1].png"),)),
        (
            {"image": ["b.png", "a.png"], "image_alt": ["", "A cat."]},
            (NamedImage("b.png"), NamedImage("a.png", "A cat.")),
        ),
    ],
)
def test_a_record_names_one_or_several_images_in_order(fields, images):
    assert read_images(fields).images == images
    assert read_images(fields).faults == ()


@pytest.mark.parametrize(
    ("fields", "field", "code"),
    [
        ({"image": 3}, "image", "not_text"),
        ({"image": [None]}, "image", "not_text"),
        ({"image": {"path": "a.png"}}, "image", "not_text"),
        ({"image": ["a.png", " "]}, "image", "not_text"),
        ({"image": "a.png", "image_alt": 1}, "image_alt", "not_text"),
        ({"image": "a.png", "image_alt": ["One.", "Two."]}, "image_alt", "wrong_number"),
    ],
)
def test_fields_of_another_shape_are_refused(fields, field, code):
    found = read_images(fields)
    assert found.images == ()
    assert [(name, reason) for name, reason, _ in found.faults] == [(field, code)]
