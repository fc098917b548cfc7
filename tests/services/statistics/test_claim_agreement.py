"""Agreement on claims is the same in statistics, in releases and by command."""

import csv
import json

import pytest

from annotation.queries.releases.release_files import release_directory
from annotation.queries.statistics.agreement_measures import OVERALL, agreement_measures
from annotation.services.projects.project_settings import create_project
from morelkit.cli import main
from morelkit.release.verify import verify
from tests.commands import succeeds
from tests.kit.agreement.test_claim_agreement import RECORDS
from tests.records import import_annotations, import_records, item, items
from tests.services.releases.building import build

pytestmark = pytest.mark.django_db

VALUES = ("claims", "n", "incorrect", "counted", "pairs", "kappa", "alpha", "percentage")


@pytest.fixture
def delta():
    project = create_project("delta", preset="much", redundancy=1)
    french = RECORDS[1] | {"id": "third", "lang": "fr"}
    records = [{key: value for key, value in each.items() if key != "annotations"} for each in RECORDS]
    import_records(project, [*records, {key: french[key] for key in records[0]}])
    spans = {each["id"]: each["annotations"] for each in RECORDS}
    import_annotations(project, {**spans, "third": {"b": [[4, 8]], "d": [[4, 8]]}})
    project.refresh_from_db()
    return project


def test_a_language_and_all_of_them_have_agreement_on_claims(delta):
    found = agreement_measures(delta, "raw")
    english = found["en"]["claims"]
    assert english["kappa"] == pytest.approx(2 / 9)
    assert english["alpha"] == pytest.approx(5 / 11)
    assert found["fr"]["claims"]["kappa"] == 1
    # Of three pairs in English and one in French.
    assert found[OVERALL]["claims"]["kappa"] == pytest.approx((2 / 3 + 1) / 4)
    assert found[OVERALL]["claims"]["claims"] == 8


def test_releases_and_commands_have_the_same_values(delta, tmp_path, capsys):
    live = agreement_measures(delta, "raw")
    printed = json.loads(succeeds("agreement", "delta", "--json"))
    assert {row["lang"]: row["claims"] for row in printed} == {
        language: live[language]["claims"] for language in ("en", "fr")
    }
    directory = release_directory(build(delta))
    assert verify(directory).differences == []
    rows = json.loads((directory / "agreement.json").read_bytes())
    assert {row["lang"]: [row["claims"][name] for name in VALUES] for row in rows} == {
        language: [pytest.approx(live[language]["claims"][name]) for name in VALUES]
        for language in (OVERALL, "en", "fr")
    }
    table = list(csv.DictReader((directory / "agreement.csv").read_text("utf-8").splitlines()))
    assert [float(row["claims.kappa"]) for row in table] == [row["claims"]["kappa"] for row in rows]
    files = [str(path) for kind in ("unlabelled", "raw") for path in sorted((directory / kind).iterdir())]
    main(["agreement", *files, "--scheme", str(directory / "manifest.json"), "--policy", "raw", "--json"])
    found = {row["lang"]: row["claims"] for row in json.loads(capsys.readouterr().out)}
    assert found == {language: live[language]["claims"] for language in ("en", "fr")}
    assert "claim_kappa" in succeeds("agreement", "delta")


def test_another_agreement_on_claims_in_a_release_is_found(delta):
    directory = release_directory(build(delta))
    path = directory / "agreement.json"
    path.write_text(path.read_text("utf-8").replace('"pairs": 3', '"pairs": 2'), "utf-8")
    assert any("claims of en" in str(finding) for finding in verify(directory).differences)


def test_projects_of_characters_have_none():
    project = create_project("alpha", preset="mu-shroom", redundancy=1)
    import_records(project, [*items(1), item("b", lang="fr")])
    import_annotations(project, {"q-1": {"x": [[0, 3]], "y": []}, "b": {"x": []}})
    assert all("claims" not in row for row in agreement_measures(project, "raw").values())
    rows = json.loads((release_directory(build(project)) / "agreement.json").read_bytes())
    assert all("claims" not in row for row in rows)
