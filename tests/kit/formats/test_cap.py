import csv
import io

import pytest

from morelkit.formats.cap import CAP
from morelkit.formats.item_records import write_item
from morelkit.formats.table_files import table_columns, table_lines
from morelkit.scheme.schemes import PRESETS
from morelkit.text.languages import stored_language
from tests.kit.formats.files import (
    faults,
    item,
    items_of,
    labels,
    read,
    reference_files,
    text,
    votes,
    written,
)

SCHEME = PRESETS["cap"]
RECORD = {
    "index": 4,
    "title": "A paper",
    "abstract": "We measure towers.",
    "doi": "10.1234/abcd",
    "url": "https://example.org/4",
    "authors": [{"first": "Ada", "last": "Lovelace"}],
    "question": "What is measured?",
    "model_id": "org/model",
    "model_config": {"top_p": 0.9},
    "lang": "malayalam",
    "prompt": "Answer: What is measured?",
    "output_text": " Towers.\n",
    "output_tokens": ["▁Towers", "."],
    "output_logits": [-1.5, -2.0],
    "has_fluency_mistakes": "n",
    "has_factual_mistakes": "y",
}
FLUENT, MINOR, BAD = ({"fluency": name} for name in ("well-formed", "minor", "not-fluent"))
# Of the files of Mu-SHROOM's fluency study, table 2: factual mistakes, and fluency mistakes without and with minor ones
TABLE_2 = {"ca": (79, 7, 18), "es": (66, 1, 4), "zh": (96, 11, 34)}


def test_a_record_is_written_as_it_was_read():
    found = item(RECORD, CAP)
    chosen = votes(RECORD, CAP, SCHEME).annotation_labels
    assert chosen == {"annotator": {"fluency": "well-formed", "factuality": "errors"}}
    record = write_item(found, CAP, **labels(list(chosen.values()), CAP, SCHEME))
    assert text(record) == text(RECORD)


def test_an_item_has_its_publication_and_the_tag_of_its_language():
    found = item(RECORD, CAP)
    assert (found.external_id, found.answer, found.question) == ("4", " Towers.\n", "What is measured?")
    assert (found.reference_title, found.reference_text) == ("A paper", "We measure towers.")
    assert (found.reference_doi, found.reference_authors) == (
        "10.1234/abcd",
        ({"first": "Ada", "last": "Lovelace"},),
    )
    assert (found.language, stored_language(found.language)) == ("malayalam", "ml")


def test_a_language_is_needed():
    _, problems = read(RECORD | {"lang": "klingon!"}, CAP)
    assert [(each.field, each.code) for each in problems] == [("lang", "bad_language")]
    _, problems = read({key: value for key, value in RECORD.items() if key != "lang"}, CAP)
    assert [(each.field, each.code) for each in problems] == [("lang", "missing")]


@pytest.mark.parametrize("language", TABLE_2)
def test_published_tables_are_written_as_they_were_read(language):
    (path,) = reference_files("mushroom/fluency", f"{language}_fluency-checked.tsv")
    found = items_of(path, CAP, SCHEME)
    records = [written(each, CAP, SCHEME, table=True) for each in found]
    columns = table_columns(each.record.key_order for each in found)
    table = "".join(table_lines(records, columns, "tsv"))
    published = path.read_bytes().decode()
    assert cells(table) == cells(published)
    if language != "zh":  # which mixes line ends, and quotes a cell more than it must
        assert table == published
    counts = [sum(each["has_factual_mistakes"] == "y" for each in records)]
    counts += [sum(each["has_fluency_mistakes"] in values for each in records) for values in ("y", "ym")]
    assert tuple(counts) == TABLE_2[language]
    gold = [written(each, CAP, SCHEME) for each in found]
    assert sum(each["has_fluency_mistakes"] == "y" for each in gold) == TABLE_2[language][2]


def cells(table):
    return list(csv.reader(io.StringIO(table, newline=""), delimiter="\t"))


@pytest.mark.parametrize("language", TABLE_2)
def test_published_tables_have_ids_and_references(language):
    (path,) = reference_files("mushroom/fluency", f"{language}_fluency-checked.tsv")
    found = items_of(path, CAP, SCHEME)
    assert len({each.id for each in found}) == 100
    assert all("wikipedia.org/" in each.record.reference_url for each in found)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"has_fluency_mistakes": "x"}, ("has_fluency_mistakes", "unknown_vote")),
        ({"has_factual_mistakes": "m"}, ("has_factual_mistakes", "unknown_vote")),
        ({"has_factual_mistakes": 1}, ("has_factual_mistakes", "unknown_vote")),
        ({"has_fluency_mistakes": None, "has_factual_mistakes": ""}, ("has_fluency_mistakes", "missing")),
    ],
)
def test_votes_outside_of_the_format_are_refused(fields, code):
    assert faults(RECORD | fields, CAP, SCHEME) == [(7, *code)]


def test_a_field_that_was_not_judged_is_no_vote():
    chosen = votes(RECORD | {"has_fluency_mistakes": ""}, CAP, SCHEME).annotation_labels
    assert chosen == {"annotator": {"factuality": "errors"}}
    assert labels([{"factuality": "errors"}], CAP, SCHEME) == {
        "has_fluency_mistakes": None,
        "has_factual_mistakes": "y",
    }


def test_minor_mistakes_of_fluency_are_mistakes_in_a_release():
    def fluency(*chosen, **more):
        return labels(chosen, CAP, SCHEME, **more)["has_fluency_mistakes"]

    assert fluency(MINOR) == fluency(MINOR, BAD, FLUENT) == "y"
    assert fluency(MINOR, FLUENT) == fluency(FLUENT) == "n"
    assert fluency(FLUENT, decided=MINOR) == "y"
    assert fluency(MINOR, table=True) == fluency(FLUENT, decided=MINOR, table=True) == "m"
    assert fluency(MINOR, BAD, table=True) == "y"
