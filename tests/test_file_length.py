"""`scripts/check-file-length` limits hand-written files only."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from tests.paths import ROOT


@pytest.fixture(scope="module")
def check() -> ModuleType:
    loader = SourceFileLoader("check_file_length", str(ROOT / "scripts" / "check-file-length"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("path", "limited"),
    [
        ("annotation/models/item.py", True),
        ("frontend/src/app/App.svelte", True),
        ("docs/developers.md", True),
        ("scripts/check-file-length", True),
        ("annotation/migrations/0001_initial.py", False),
        ("frontend/src/api/schema.d.ts", False),
        ("fixtures/demo/guidelines.en.md", False),
        ("api/schema.yaml", False),
        ("Makefile", False),
    ],
)
def test_hand_written_files_are_recognized(check: ModuleType, path: str, limited: bool) -> None:
    assert check.is_hand_written(path) is limited
