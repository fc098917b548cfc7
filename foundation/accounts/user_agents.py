"""Name the browser and the operating system of a User-Agent header."""

import re

# The first match wins: most browsers also name the browsers they derive from.
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
    """Return browser and system, such as ("Firefox", "Linux"); "" if unknown."""
    return _first_match(_BROWSERS, agent), _first_match(_SYSTEMS, agent)


def _first_match(patterns: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, pattern in patterns if re.search(pattern, agent)), "")
