"""Stop words of four languages. The file LICENSE has their source and licence."""

from importlib.resources import files
from typing import Final

LISTS: Final = {"de": "german", "en": "english", "es": "spanish", "fr": "french"}


def read_stop_words() -> frozenset[str]:
    """Return the words of all lists."""
    folder = files(__name__)
    texts = [(folder / f"{name}.stop").read_text(encoding="utf-8") for name in LISTS.values()]
    return frozenset(word for text in texts for word in text.split())
