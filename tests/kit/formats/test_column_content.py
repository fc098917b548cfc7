"""Columns are guessed by their content where no name decides."""

import pytest

from morelkit.formats.column_mapping import guess_mapping, guessed_fields
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.shroom import SHROOM
from morelkit.formats.table import TABLE

PAGE = "https://en.wikipedia.org/wiki/Bell_{}"
TOWNS = ("Aldmouth", "Brackwater", "Carrow", "Dunmere", "Eastholm", "Farrow")
ROWS = [
    {
        "code": f"bell-{number}x",
        "tongue": "de" if number % 2 else "EN",
        "asked": f"Who cast the bell of {town}?",
        "said": f"The bell of {town} was cast by Corin Vale in the year 17{number}2.",
        "page": PAGE.format(number),
        "score": f"0.{number}3",
        "group": "a" if number % 2 else "b",
    }
    for number, town in enumerate(TOWNS)
]
COLUMNS = list(ROWS[0])
GUESS = {"reference_url": "page", "lang": "tongue", "question": "asked", "answer": "said", "id": "code"}


def of_column(values, column="x", **more):
    """Return the field of a column with these values in a file without telling names."""
    rows = [{column: value} | more for value in values]
    mapping = guess_mapping([column, *more], TABLE, rows)
    return next((field for field, found in mapping.items() if found == column), None)


def test_each_column_of_a_file_without_telling_names_is_guessed():
    assert guess_mapping(COLUMNS, TABLE, ROWS) == GUESS
    assert guessed_fields(COLUMNS, TABLE, GUESS) == GUESS


def test_names_win_over_content():
    columns = [*COLUMNS, "lang", "index"]
    rows = [row | {"lang": "other", "index": ""} for row in ROWS]
    mapping = guess_mapping(columns, TABLE, rows)
    assert (mapping["lang"], mapping["id"]) == ("lang", "index")
    assert set(guessed_fields(columns, TABLE, mapping)) == {"reference_url", "question", "answer"}


def test_a_column_with_a_telling_name_gets_no_other_field():
    rows = [{"id": row["asked"]} for row in ROWS]
    assert guess_mapping(["id"], TABLE, rows) == {"id": "id"}


def test_without_rows_only_names_count():
    assert guess_mapping(COLUMNS, MUSHROOM) == {}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (["en", "DE", "pt-BR", "zh_Hant"], "lang"),
        (["German", "malayalam", ""], "lang"),
        (["en", "xx"], None),
        (["dev", "test"], None),
        (["no", "no"], None),
        (["no", "is"], "lang"),
        (["yes", "no"], None),
        (["", None], None),
    ],
)
def test_languages_are_tags_of_known_languages_or_their_names(values, field):
    assert of_column(values) == field


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (["Who?", "When?", "Where?", "Why?", "Name one."], "question"),
        (["Who?", "When?", "Where?", "One.", "Two."], None),
        (["من صبّ الجرس؟", "متى؟"], "question"),
        (["谁铸造了钟？", "“Who?”"], "question"),
        (["[1, 2]?", "{}?"], None),
    ],
)
def test_questions_mostly_end_with_a_question_mark(values, field):
    assert of_column(values) == field


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ([PAGE.format(n) for n in range(4)] + ["a book"], "reference_url"),
        ([PAGE.format(1), "a book"], None),
        (["https://example.org/wiki/Ada"], None),
    ],
)
def test_references_are_mostly_wikipedia_pages(values, field):
    assert of_column(values) == field


LONG = [f"The bell of {town} rang for a whole night." for town in TOWNS]


@pytest.mark.parametrize(
    ("values", "more", "field"),
    [
        (LONG, {}, "answer"),
        ([text[:12] for text in LONG], {}, None),
        (LONG[:1] * 6, {}, None),
        (["https://example.org/a/very/long/address/" + str(n) for n in range(6)], {}, None),
        (LONG, {"group": "short"}, "answer"),
    ],
)
def test_the_answer_is_the_long_text_with_few_repeats(values, more, field):
    assert of_column(values, **more) == field


def test_of_two_long_texts_none_is_taken_for_the_answer():
    rows = [{"said": text, "passage": text * 3} for text in LONG]
    assert guess_mapping(["said", "passage"], TABLE, rows) == {}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        (["a1", "a2", "a3", "b1", "b7"], "id"),
        (["17", "4", "99", "3", "8"], "id"),
        (["1", "2", "3", "4", "5"], None),  # a count of rows
        (["0", "1", "2", "3", "4"], None),
        (["a1", "a2", "a3", "a4"], None),  # too few to tell
        (["a1", "a2", "a3", "a4", "a4"], None),
        (["a1", "a2", "a3", "a4", ""], None),
        (["0.1", "0.2", "0.3", "0.4", "0.5"], None),
        (["gpt", "llama", "qwen", "phi", "olmo"], None),
        ([f"{n}" * 65 for n in range(1, 6)], "answer"),
        (["a 1", "a 2", "a 3", "a 4", "a 5"], None),
    ],
)
def test_ids_are_short_and_all_different(values, field):
    assert of_column(values) == field


def test_formats_that_number_their_rows_get_no_guessed_id():
    assert "id" not in guess_mapping(COLUMNS, SHROOM, ROWS)


def test_the_task_of_a_record_is_no_language():
    assert of_column(["MT", "MT"], column="task") is None


def test_a_column_of_labels_is_no_field():
    rows = [{"label": text} for text in LONG]
    assert guess_mapping(["label"], SHROOM, rows) == {}
