from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from morelkit.text.claims.segmenters import PUNCTUATION, SEGMENTERS, STOP_WORDS, segmenter_of
from morelkit.text.claims.stop_words import LISTS, read_stop_words

SENTENCES = Path(__file__).parent / "sentences"

WORDS = [
    "The",
    "the",
    "est",
    "und",
    "de",
    "Paris",
    "Dr.",
    "it's",
    "don't",
    "cannot",
    "🙂",
    "北京",
    "l'an",
    "12,50",
    "x",
]
MARKS = [".", "...", ",", ":", "'", '"', "''", "(", ")", "--", "«", "。", "،"]
answers = st.lists(st.sampled_from([*WORDS, *MARKS, " ", " ", " ", "\n", "\u00a0"]), max_size=30).map("".join)
segmenters = st.sampled_from(list(SEGMENTERS.values()))


def cut(segmenter, text):
    return "|".join(text[start:end] for start, end in segmenter.segment(text))


def by_hand(language):
    """Return the sentences of a language, whose claims were worked out from the rules: | starts a claim."""
    return (SENTENCES / f"{language}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", sorted(LISTS))
def test_claims_of_sentences_are_those_worked_out_by_hand(language):
    sentences = by_hand(language)
    assert len(set(sentences)) == 50
    assert [cut(STOP_WORDS, each.replace("|", "")) for each in sentences] == sentences


@pytest.mark.parametrize(
    "text",
    [
        "Paris |is nice.",  # a last claim of one mark joins the claim before it
        "Paris |is nice|.\n",  # not with white space after it: MUCH's own segmenter does the same
        "Lyon ''",  # as do two apostrophes, which are one word of the tokenization
        'Lyon |""',  # but not two quotation marks, which are two words
        "Paris |is nice|!?",  # two marks are no member of the set
        " |The city |is large.",  # the first word starts a claim if it is a stop after white space
        "  Lyon |is large.",
        "Of the",
        " \n ",
        "...",
        ".",
        "?!",
        "Lyon the",  # a word that ends the text starts no claim
        "Tom |it's|.)",
    ],
)
def test_edges_of_texts_in_a_language_with_stop_words(text):
    assert cut(STOP_WORDS, text.replace("|", "")) == text


@pytest.mark.parametrize(
    "text",
    [
        "北京是首都，|人口很多。|它在中国。",
        "القاهرة مدينة كبيرة، |وهي عاصمة مصر. |نعم؟",
        "गंगा एक नदी है। |वह लंबी है।",
        'Roma è grande; |Milano, |"la bella!" |è più piccola.',
        "Alle 12:30 costa 3,50 euro su example.com.",
        "पेज ३।४ पर",  # between digits
        "Uno...due?! |Tre",
        "- uno\n|- due\n\n|- tre",
        "*** Nota: |sì. ***",
        "(Sì.) |No.",
        "?!",
        "。。。",
    ],
)
def test_other_languages_are_cut_at_punctuation_and_line_breaks(text):
    assert cut(PUNCTUATION, text.replace("|", "")) == text


@given(segmenters, answers)
@example(STOP_WORDS, "")
@example(PUNCTUATION, "")
def test_claims_cover_the_text_and_never_overlap(segmenter, text):
    claims = segmenter.segment(text)
    assert "".join(text[start:end] for start, end in claims) == text
    assert all(start < end for start, end in claims)
    assert [end for _, end in claims[:-1]] == [start for start, _ in claims[1:]]


@given(segmenters, answers, answers)
def test_starts_before_the_last_word_of_a_text_do_not_change_when_text_is_appended(segmenter, text, appended):
    last_word = len(text.rstrip()) - len((text.split() or [""])[-1])
    before = [start for start, _ in segmenter.segment(text)[:-1] if start < last_word]
    after = [start for start, _ in segmenter.segment(text + appended) if start < last_word]
    assert after[: len(before)] == before


@given(answers, answers)
def test_starts_before_the_last_claim_do_not_change_when_text_is_appended_to_whole_words(text, appended):
    """A period, quote or contraction at the end is cut off only there, so this is about texts that end with a word."""
    text += " Lyon"
    claims = [start for start, _ in STOP_WORDS.segment(text)]
    assert [start for start, _ in STOP_WORDS.segment(f"{text} {appended}")][: len(claims)] == claims


def test_a_contraction_that_a_final_period_split_is_whole_when_text_follows():
    assert cut(STOP_WORDS, "Tom it's.)") == "Tom |it's|.)"
    assert cut(STOP_WORDS, "Tom it's.) So") == "Tom it's.|) So"


def test_languages_with_a_list_of_stop_words_are_cut_by_it():
    assert {segmenter_of(tag) for tag in ("en", "FR", "es-MX", "de_AT", "English")} == {STOP_WORDS}
    assert {segmenter_of(tag) for tag in ("ar", "zh", "hi", "und", "", "den", "est")} == {PUNCTUATION}


def test_the_name_of_a_segmenter_stands_for_these_word_lists():
    folder = files("morelkit.text.claims.stop_words")
    digest = sha256(b"".join((folder / f"{LISTS[tag]}.stop").read_bytes() for tag in sorted(LISTS)))
    assert STOP_WORDS.name == "much-1+snowball-postgresql-15-de-en-es-fr"
    assert digest.hexdigest() == "c0e6d23962ae330bfb2d8c5ac9d6d084eb4b6cf5931a0efba12549df1e4cde32"
    assert {"about", "aussitôt", "über", "durante"} & read_stop_words() == {"about", "über", "durante"}
    assert "Dr Martin Porter" in (folder / "LICENSE").read_text()
