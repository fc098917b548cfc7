"""Claims are those of the segmenter of MUCH with the same word lists, where the package much-segmenter is installed."""

import random
from pathlib import Path

import pytest

from morelkit.text.claims.segmenters import STOP_WORDS
from morelkit.text.claims.stop_words import read_stop_words

public = pytest.importorskip(
    "much_segmenter.much_segmenter", reason="The package much-segmenter is not installed."
)

SENTENCES = Path(__file__).parent / "sentences"
ANSWERS = 1_000
MARKS = ["...", ", ", ": ", " -- ", " (", ") ", "!", "? ", ";", "\n", "\n\n", " «", "» ", "12,50 ", "12:30, "]


def generated_answers():
    """Yield answers of a few sentences of the four languages, with marks and cuts at random places."""
    drawn = random.Random(7)
    sentences = [
        line.replace("|", "")
        for file in sorted(SENTENCES.glob("*.txt"))
        for line in file.read_text("utf-8").splitlines()
    ]
    for _ in range(ANSWERS):
        words = " ".join(drawn.sample(sentences, drawn.randint(1, 4))).split(" ")
        for _ in range(drawn.randint(0, 6)):
            words.insert(drawn.randint(0, len(words)), drawn.choice(MARKS).strip(" ") or "-")
        answer = " ".join(words)
        yield answer[: drawn.randint(len(answer) // 2, len(answer))]


@pytest.fixture(scope="module")
def characters():
    """A tokenizer that makes a token of each character: the claims of tokens are those of characters."""
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    model = tokenizers.Tokenizer(tokenizers.models.WordLevel({"?": 0}, unk_token="?"))
    model.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"(?m:.)"), "isolated")
    return transformers.PreTrainedTokenizerFast(tokenizer_object=model, unk_token="?")


def test_boundaries_of_generated_answers_are_equal(characters, monkeypatch):
    monkeypatch.setattr(public, "get_nltk_stopwords_set", read_stop_words)
    answers = list(generated_answers())
    assert len(set(answers)) > ANSWERS * 0.99
    theirs = [[chunk[0] for chunk in public.much_segmentation(each, characters)] for each in answers]
    ours = [[start for start, _ in STOP_WORDS.segment(each)] for each in answers]
    different = [each for each, a, b in zip(answers, ours, theirs, strict=True) if a != b]
    assert different == []
    assert sum(map(len, ours)) > 5 * ANSWERS
