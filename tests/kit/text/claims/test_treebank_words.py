from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morelkit.text.claims.treebank_words import treebank_words

texts = st.text("aisdntc' \n\t\u00a0.,:5\"`()-?$🙂é", max_size=30)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Mr. Fox said no.", "Mr. Fox said no ."),  # only the period that ends the text
        ('He said "no."', 'He said " no . "'),
        ("Wait... what?", "Wait ... what ?"),
        ("(yes) [x]{y}<z>", "( yes ) [ x ] { y } < z >"),
        ("5% & $3,000: a,b", "5 % & $ 3,000 : a , b"),
        ("At 12:30, then", "At 12:30 , then"),
        ("They've seen it's Tom's", "They 've seen it 's Tom 's"),
        ("I'm, we'd! She'll don't", "I 'm , we 'd ! She 'll do n't"),
        ("the dogs' owner", "the dogs ' owner"),
        ("I cannot; gonna gotta lemme wanna gimme", "I can not ; gon na got ta lem me wan na gim me"),
        ("D'ye want more'n that", "D 'ye want more 'n that"),
        ("'Tis so; 'twas so", "'T is so ; 't was so"),
        ("l'Europe aujourd'hui", "l'Europe aujourd'hui"),
        ("yes--no - a-b", "yes -- no - a-b"),
        ("``a'' b", "`` a '' b"),
        ("a,,5", "a , ,5"),  # of two commas the second is not looked at
        (" \n ", ""),
    ],
)
def test_words_of_a_text(text, words):
    assert [text[start:end] for start, end in treebank_words(text)] == words.split()


def test_a_line_break_is_no_space_after_a_contraction():
    assert [end for _, end in treebank_words("it's ok")] == [2, 4, 7]
    assert [end for _, end in treebank_words("it's\nok")] == [4, 7]


@given(texts)
def test_words_hold_every_character_except_white_space(text):
    words = list(treebank_words(text))
    assert "".join(text[start:end] for start, end in words) == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(words))
