"""Generated answers and annotations. Texts are short, so that spans often overlap, touch, nest and end in spaces."""

from hypothesis import strategies as st

from morelkit.text.spans import Span

# Letters of several scripts; characters of W (ASCII, Arabic, CJK, no-break space); characters outside of W: symbols, a
# combining mark, a joiner, an emoji beyond U+FFFF, the control characters that str.isspace includes.
ALPHABET = "abč क्षعن你 \n\t.,-«»،。\u00a0\u3000$+\u0301\u200d🙂\x1f\x85"
LABELS = ("invention", "OCR")

texts = st.text(ALPHABET, max_size=24)


@st.composite
def ranges(draw, length: int, past: int = 0):
    """Generate ranges, empty ones included. `past`: how far they may extend beyond the text."""
    pairs = st.tuples(st.integers(0, length + past), st.integers(0, length + past))
    return [(min(pair), max(pair)) for pair in draw(st.lists(pairs, max_size=6))]


@st.composite
def annotated_texts(draw, past: int = 0):
    """Generate a text and the ranges of one annotator."""
    text = draw(texts)
    return text, draw(ranges(len(text), past))


@st.composite
def items(draw, labels=("",), min_annotations: int = 0):
    """Generate a text and each annotator's spans as in imports: unsorted, overlapping, empty, past the end."""
    text = draw(texts)
    spans = st.builds(
        lambda found, names: [Span(*each, name) for each, name in zip(found, names, strict=False)],
        ranges(len(text), 2),
        st.lists(st.sampled_from(labels), min_size=6, max_size=6),
    )
    return text, draw(st.lists(spans, min_size=min_annotations, max_size=5))


def characters(found) -> set[int]:
    """Return the code points that the ranges cover."""
    return {at for start, end in found for at in range(start, end)}
