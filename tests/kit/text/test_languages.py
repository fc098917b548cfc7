import pytest

from morelkit.text.languages import LanguageError, canonical, direction


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
