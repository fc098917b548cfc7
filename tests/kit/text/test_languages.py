import pytest

from morelkit.text.language_names import TAGS
from morelkit.text.languages import (
    NO_LANGUAGE,
    LanguageError,
    canonical,
    direction,
    fold_tag,
    stored_language,
)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("EN", "en"),
        ("zh", "zh"),
        ("pt-BR", "pt-br"),
        ("pt_BR", "pt-br"),
        ("zh-Hant-TW", "zh-hant-tw"),
        ("es-419", "es-419"),
        ("sl-rozaj-biske", "sl-rozaj-biske"),
        ("de-1996", "de-1996"),
        ("en-u-co-phonebk", "en-u-co-phonebk"),
        ("x-klingon", "x-klingon"),
        ("gsw", "gsw"),
    ],
)
def test_a_well_formed_tag_is_stored_in_lower_case(tag, expected):
    assert canonical(tag) == expected
    assert canonical(expected) == expected


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("malayalam", "ml"),
        ("Telugu", "te"),
        ("ENGLISH", "en"),
        ("Norwegian Nynorsk", "nn"),
        ("Volapük", "vo"),
    ],
)
def test_an_english_name_is_read_as_its_tag(name, tag):
    assert canonical(name) == fold_tag(name) == stored_language(name) == tag


def test_every_named_tag_is_well_formed_and_no_name_is_in_use_as_a_tag():
    for name, tag in TAGS.items():
        assert canonical(tag) == tag
        assert len(name) > 3


def test_an_item_without_a_language_has_the_tag_of_none():
    assert stored_language("") == NO_LANGUAGE == canonical(NO_LANGUAGE)


@pytest.mark.parametrize(
    "tag",
    [
        "",
        " ",
        "e",
        "EN ",
        "en-",
        "-en",
        "en--us",
        "日本語",
        "en us",
        "a" * 9,
        "en\n",
        "\u212ak",
        "en;q",
        "x" * 99,
    ],
)
def test_a_malformed_tag_is_refused_with_a_sentence(tag):
    with pytest.raises(LanguageError, match="is not a language tag such as"):
        canonical(tag)


@pytest.mark.parametrize("tag", ["ar", "ar-EG", "fa", "he", "ur", "ckb", "yi", "az-Arab", "pa-arab-pk", "ug"])
def test_right_to_left_tags(tag):
    assert direction(canonical(tag)) == "rtl"


@pytest.mark.parametrize("tag", ["en", "hi", "zh", "ar-Latn", "az", "ku", "de-x-arab", "pa", "uz-Cyrl"])
def test_left_to_right_tags(tag):
    assert direction(canonical(tag)) == "ltr"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", "ltr"), ("12: «», ", "ltr"), ("3. أين برج إيفل؟", "rtl"), ("“מגדל”", "rtl"), ("Tower برج", "ltr")],
)
def test_a_text_without_a_language_has_the_direction_of_its_first_letter(text, expected):
    assert direction("und", text) == expected
    assert direction("en", text) == "ltr"
