"""`morelkit` on exported files gives the same agreement and gold as the application's commands."""

import pytest

from annotation.management.demo import FIXTURES
from annotation.models import Project
from morelkit.cli import main
from tests.commands import manage, succeeds

pytestmark = pytest.mark.django_db


@pytest.fixture
def exported(settings, tmp_path):
    """The demo project, exported with raw annotations."""
    settings.DATA_DIR = tmp_path
    succeeds("demo")
    path = tmp_path / "gold.extra.jsonl"
    succeeds("export_gold", "harbours", "--extra", "--min-annotations", 1, "--out", path)
    return path


@pytest.fixture
def morelkit(capfd):
    def run(*arguments: object) -> str:
        assert main([str(each) for each in arguments]) == 0
        return capfd.readouterr().out

    return run


def test_agreement_and_gold_of_files_are_those_of_the_project(exported, morelkit, tmp_path):
    scheme = ("--scheme", "mu-shroom+labels")
    options = ("--policy", "merged", "--ties", "in", "--derive", "not-factual", "--min-annotations", 2)
    for each in (("--extra", "--min-annotations", 1), options, ("--lang", "EN", "--min-annotations", 3)):
        out = tmp_path / "again.jsonl"
        assert manage("export_gold", "harbours", *each, "--out", out).status == 0
        assert morelkit("gold", exported, *scheme, *each) == out.read_text("utf-8")
    seed = Project.objects.values_list("seed", flat=True).get()
    for by in ((), ("--by", "item"), ("--by", "item", "--json", "--policy", "raw"), ("--json",)):
        ours = succeeds("agreement", "harbours", *by)
        files = (FIXTURES / "items.jsonl", exported)
        assert morelkit("agreement", *files, *scheme, "--seed", seed, *by) == ours
