"""The documentation lists every setting and every make target."""

import re
from pathlib import Path

from tests.paths import ROOT


def test_every_setting_is_documented_and_every_documented_setting_exists() -> None:
    read = set(re.findall(r'"((?:MOREL_[A-Z_]+)|DATABASE_URL|REDIS_URL)"', _text("api/config/settings.py")))
    read |= {"DATABASE_URL"}  # read by dj_database_url
    documented = set(re.findall(r"^\| `([A-Z_]+)`", _text("docs/operators.md"), re.MULTILINE))
    assert documented == read


def test_documented_defaults_match_the_settings() -> None:
    defaults = dict(
        re.findall(r'_number\("(MOREL_[A-Z_]+)", ([\d_* ]+)(?:, least=0)?\)', _text("api/config/settings.py"))
    )
    documented = dict(
        re.findall(r"^\| `(MOREL_[A-Z_]+)` \| `(\d+)`", _text("docs/operators.md"), re.MULTILINE)
    )
    for name, expression in defaults.items():
        product = 1
        for factor in expression.split("*"):
            product *= int(factor)
        assert documented[name] == str(product), name


def test_every_make_target_is_documented() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*##", _text("Makefile"), re.MULTILINE)) - {"install", "clean"}
    assert targets <= set(re.findall(r"`make ([a-z-]+)`", _text("docs/developers.md")))


def test_every_link_in_the_documentation_has_a_target() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target, anchor in re.findall(
            r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")
        ):
            linked = page.parent / target if target else page
            assert linked.exists(), f"{page.name}: {target}"
            assert not anchor or anchor in _anchors(linked), f"{page.name}: {target}#{anchor}"


def _anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub generates for the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
