"""What a browser calls itself, in two words that a person knows it by."""

import re

# The first that is found: most browsers also name those that they are made of.
_BROWSERS = (
    ("Edge", r"Edg(A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrom(e|ium)/|CriOS/"),
    ("Safari", r"Version/.*Safari/"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("ChromeOS", "CrOS"),
    ("Windows", "Windows"),
    ("macOS", "Mac OS X|Macintosh"),
    ("Linux", "Linux|X11"),
)


def browser_and_system(agent: str) -> tuple[str, str]:
    """("Firefox", "Linux"); "" for what is not known."""
    return _first(_BROWSERS, agent), _first(_SYSTEMS, agent)


def _first(known: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, pattern in known if re.search(pattern, agent)), "")
