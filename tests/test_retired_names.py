"""The check of retired names finds whole words and paths, and nothing else."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from tests.paths import ROOT

SCRIPT = ROOT / "scripts" / "check-retired-names"


@pytest.fixture(scope="module")
def check() -> ModuleType:
    loader = SourceFileLoader("check_retired_names", str(SCRIPT))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_a_name_is_found_as_a_whole_word_with_its_line(check: ModuleType) -> None:
    texts = {"a.py": "first\nhold_tight(item)\n", "b.py": "hold_tighter = unhold_tight\n"}
    assert list(check.places("hold_tight", texts)) == ["a.py:2"]


def test_a_name_that_ends_in_a_sign_is_found_before_any_value(check: ModuleType) -> None:
    assert list(check.places("hall=", {"a.py": '@job_kind(KIND, hall="pages")'})) == ["a.py:1"]


@pytest.mark.parametrize(
    ("file", "path", "found"),
    [
        ("api/halls/items.py", "api/halls/", True),
        ("frontend/src/api/halls.ts", "api/halls/", False),
        ("annotation/queries/halls.py", "annotation/queries/halls.py", True),
        ("annotation/queries/halls/one.py", "annotation/queries/halls.py", False),
        ("frontend/src/house/Hall.svelte", "Hall.svelte", True),
        ("frontend/src/house/BigHall.svelte", "Hall.svelte", False),
    ],
)
def test_retired_paths_are_recognized(check: ModuleType, file: str, path: str, found: bool) -> None:
    assert check.is_retired_path(file, path) is found


def test_a_path_is_searched_as_code_and_docs_write_it(check: ModuleType) -> None:
    assert list(check.spellings("api/halls/")) == ["api.halls"]
    assert list(check.spellings("frontend/src/halls.ts")) == ["src/halls"]
    # The package api/config exists, so that api.config is no sign of the module api/config.py.
    assert list(check.spellings("api/config.py")) == ["api/config.py"]


def test_no_name_is_listed_twice(check: ModuleType) -> None:
    for names in check.read_names((SCRIPT.parent / "retired-names.txt").read_text(encoding="utf-8")):
        assert len(names) == len(set(names))
