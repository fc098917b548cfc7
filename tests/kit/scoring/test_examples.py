"""The examples of the documentation give the output that is printed below them."""

import doctest

import pytest

from tests.paths import ROOT


@pytest.mark.parametrize(("page", "examples"), [("scoring.md", 9), ("metrics.md", 13)])
def test_the_examples_of_the_documentation_run(folder, page, examples):
    results = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted) == (0, examples)
