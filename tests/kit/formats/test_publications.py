import pytest

from morelkit.formats.column_mapping import guess_mapping
from morelkit.formats.item_records import read_item
from morelkit.formats.publications import read_authors, read_doi

ADA, BO = {"first": "Ada", "last": "Lindqvist"}, {"first": "Bo", "last": "Marchetti"}


@pytest.mark.parametrize(
    "value",
    [
        "10.1234/a.b-c_(1)",
        " 10.1234/a.b-c_(1) ",
        "doi:10.1234/a.b-c_(1)",
        "DOI: 10.1234/a.b-c_(1)",
        "https://doi.org/10.1234/a.b-c_(1)",
        "http://dx.doi.org/10.1234/a.b-c_(1)",
    ],
)
def test_a_doi_is_read_from_links_and_prefixes(value):
    assert read_doi(value) == "10.1234/a.b-c_(1)"


@pytest.mark.parametrize(
    "value",
    [
        "",
        None,
        10.1234,
        ["10.1234/a"],
        "10.1234",
        "11.1234/a",
        "10.1234/a b",
        "10.1234/é",
        "10.1234/" + "a" * 200,
    ],
)
def test_an_invalid_doi_is_empty(value):
    assert read_doi(value) == ""


@pytest.mark.parametrize(
    "value",
    [
        [ADA, BO],
        '[{"first": "Ada", "last": "Lindqvist"}, {"first": "Bo", "last": "Marchetti"}]',
    ],
)
def test_authors_have_first_and_last_names(value):
    assert read_authors(value) == (ADA, BO)


@pytest.mark.parametrize(
    "value", [["Ada Lindqvist", "Bo"], "Ada Lindqvist; Bo;", [{"name": "Ada Lindqvist"}, "Bo"]]
)
def test_authors_may_be_plain_names(value):
    assert read_authors(value) == ({"first": "", "last": "Ada Lindqvist"}, {"first": "", "last": "Bo"})


@pytest.mark.parametrize(
    "value", [None, 5, {}, [], "", " ; ", [{}, None, 3, {"first": 3}], "[", "[" * 10_000, "[5]"]
)
def test_values_without_names_have_no_authors(value):
    assert read_authors(value) == ()


def test_the_number_of_authors_is_limited():
    assert len(read_authors(["x" * 1_000] * 1_000)) == 500
    assert len(read_authors(["x" * 1_000])[0]["last"]) == 200


SHROOM = {
    "hyp": "A fellow feeling.",
    "ref": "tgt",
    "src": "He felt sodality with them. What is sodality?",
    "tgt": "Companionship.",
    "model": "",
    "task": "DM",
    "labels": ["Hallucination", "Not Hallucination"],
    "label": "Hallucination",
    "p(Hallucination)": 0.6,
}


def test_a_shroom_record_has_source_and_target():
    mapping = guess_mapping(list(SHROOM))
    assert (mapping["question"], mapping["answer"], mapping["reference_target"]) == ("src", "hyp", "tgt")
    assert "reference_text" not in mapping
    item, problems = read_item(SHROOM, 1, mapping, "EN")
    assert not problems
    assert item.language == "EN"
    assert item.extract == f"== Source ==\n{SHROOM['src']}\n\n\n== Target ==\n{SHROOM['tgt']}"
    assert item.metadata["ref"] == "tgt"
    assert item.metadata["tgt"] == "Companionship."


def test_a_shroom_record_without_a_language_is_refused():
    item, problems = read_item(SHROOM, 1, guess_mapping(list(SHROOM)))
    assert item is None
    assert [each.field for each in problems] == ["lang"]


def test_ref_is_the_reference_text_in_other_formats():
    assert guess_mapping(["id", "lang", "ref"])["reference_text"] == "ref"
