"""The examples of the library give the output that is printed below them."""

import doctest
import subprocess
import sys

import pytest

import morelkit
from tests.paths import ROOT
from tests.releases import entries, write_release

KIT = ROOT / "kit"


def test_the_example_of_the_package_runs():
    results = doctest.testmod(morelkit)
    assert (results.failed, results.attempted) == (0, 4)


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch):
    write_release(tmp_path / "release", entries())
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(KIT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.failed == 0
    assert results.attempted > 15


@pytest.mark.parametrize(("page", "examples"), [("formulas.md", 3), ("judges.md", 8)])
def test_the_examples_of_the_documentation_run(page, examples):
    results = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted) == (0, examples)


def test_every_public_name_of_the_library_exists():
    for name in morelkit.__all__:
        assert getattr(morelkit, name) is not None
    assert not hasattr(morelkit, "no_such_name")


def test_slow_imports_are_deferred_until_they_are_used():
    script = "import sys, morelkit; print(*{'numpy', 'scipy', 'django', 'pyarrow'} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=KIT.parent,
        env={"PYTHONPATH": str(KIT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "\n"


def test_the_licence_in_the_wheel_is_that_of_the_project():
    assert (KIT / "LICENSE").read_bytes() == (KIT.parent / "LICENSE").read_bytes()
