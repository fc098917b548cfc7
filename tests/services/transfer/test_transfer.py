"""Export of a project, import into another site, deletion after an export: on real sites, by the commands."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from annotation.services.transfer.project_tables import project_tables
from tests.databases import MigratedDatabase
from tests.e2e.site import Site
from tests.images import png
from tests.records import candidates, item, write_jsonl
from tests.releases import files_of

PEOPLE = {"ada": "annotator", "bo": "annotator", "lena": "lead"}

# Everything a project can have that refers to ids: evidence, decisions, exclusions, messages, views, training.
PREPARE = """
import io
import uuid
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from annotation.models import *
from annotation.queries.creation.creation_state import drawn_candidate
from annotation.queries.projects.access import access
from annotation.services.creation.verdicts import NewVerdict, give_verdict, open_question, undo_verdict
from annotation.services.imports.lifecycle import upload
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.guidelines_images import upload_image
from annotation.services.references.item_images import show_images, store_image_files
from morelkit.formats.record_format import NamedImage
from tests.images import png
from tests.item_images import drawing
from tests.people import annotate, join
from tests.records import stored

call_command("create_project", "gamma", preset="mu-shroom+labels", redundancy=2)
call_command("import_items", "gamma", {items!r})
call_command("import_annotations", "gamma", {annotations!r})
project = Project.objects.get(slug="gamma")
people = {{name: join(project, name, role) for name, role in {people!r}.items()}}
for name in ("ada", "bo"):
    for key in ("q-1", "q-2"):
        labels = {{"fluency": "minor", "factuality": "errors"}}
        annotate(project, people[name], stored(project, key), (0, 3), comment=f"By {{name}}.", labels=labels)
Project.objects.filter(pk=project.pk).update(adjudication=True)
q1 = stored(project, "q-1")
reference = Reference.objects.create(
    project=project, kind="text", language="en", title="A source", extract="Ada was born in London.", sha256="0" * 64
)
revision = AnnotationRevision.objects.filter(annotation__item=q1).last()
AnnotationRevision.objects.filter(pk=revision.pk).update(
    evidence=[{{"span": revision.spans[0]["id"], "kind": "passage", "snapshot": reference.pk, "start": 0, "end": 3,
        "exact": "Ada", "prefix": "", "suffix": " was"}}]
)
curator = Annotator.objects.get(project=project, user=people["lena"])
Adjudication.objects.create(
    item=q1, number=1, curator=curator, by=people["lena"], at=timezone.now(), spans=[], note="Right.",
    labels={{"fluency": "minor", "factuality": "errors"}}, source="nothing", revisions=[revision.pk],
)
Exclusion.objects.create(
    project=project, kind="rule", rule="checks", failed=[curator.pk], reason="Checks.", at=timezone.now()
)
SavedView.objects.create(project=project, owner=people["lena"], name="Mine", filter={{}})
Invitation.objects.create(project=project, role="annotator", expires_at=timezone.now())
upload(project, "items", io.BytesIO({line!r}), "more.jsonl", people["lena"])
call_command("import_candidates", "gamma", {candidates!r})
call_command("import_source", "gamma", {source!r}, name="judge")
SourceQuote.objects.update(state="settled", start=0, settled_by=people["lena"], settled_at=timezone.now())
here = access(people["lena"], "gamma")
question = open_question(here, timezone.now()).question
for kind in ("reject", "accept"):
    shown = drawn_candidate(question).pk
    give_verdict(here, NewVerdict(uuid.uuid4(), question, shown, Verdict.Kind(kind)), timezone.now())
undo_verdict(here, Verdict.objects.last().pk, timezone.now())
form = Questionnaire.objects.create(project=project, version=1, consent="For the paper.", questions=["age"])
for name in ("ada", "bo"):
    QuestionnaireAnswer.objects.create(
        project=project, user=people[name], questionnaire=form, answers={{"age": "25-34"}}, agreed_at=timezone.now()
    )
upload_image(project, "menu.png", png())
facts = store_image_files(project, drawing())
show_images(project, {{"q-1": [(NamedImage("a.png", "A corner."), facts)]}})
upload_image(project, "spare.png", png(2))
set_guidelines(project, "en", "# Mark\\n\\n![The menu](images/menu.png)")
call_command("recompute", "gamma")
call_command("build_release", "gamma", "v1", comments=True, evidence=True, imported_ids=True, split_by="share",
    splits=["dev=1", "test=1"])
call_command("build_release", "gamma", "v2")
"""
LINE = b'{"id": "n-1", "lang": "EN", "model_input": "Who?", "model_output_text": "Ada."}'
RELEASES = (
    "SELECT release.id, release.name FROM annotation_release release "
    "JOIN annotation_project project ON project.id = release.project_id WHERE project.slug = 'gamma' ORDER BY 1"
)


def prepare(site: Site, directory: Path) -> None:
    records = [item(f"q-{number}") for number in range(1, 7)]
    three = {"annotator_a": [[0, 3], [25, 30]], "annotator_b": [[25, 30]], "annotator_c": [[25, 30]]}
    source = [{"id": "q-1", "spans": [{"quote": "a"}], "reasoning": "<b>Twice</b>"}]
    raw = [{"id": each["id"], "annotations": three} for each in records[2:]]
    files = {
        "items": str(write_jsonl(directory / "items.jsonl", records)),
        "annotations": str(write_jsonl(directory / "annotations.jsonl", raw)),
        "candidates": str(write_jsonl(directory / "candidates.jsonl", candidates(2))),
        "source": str(write_jsonl(directory / "source.jsonl", source)),
    }
    site.manage("shell", "-v0", "-c", PREPARE.format(people=PEOPLE, line=LINE, **files))


@contextmanager
def site_with_gamma(directory: Path, migrated: MigratedDatabase) -> Iterator[Site]:
    (directory / "here").mkdir()
    site = Site(directory / "here", migrated=migrated)
    try:
        prepare(site, directory)
        yield site
    finally:
        site.close()


@pytest.fixture
def here(tmp_path: Path, migrated: MigratedDatabase) -> Iterator[Site]:
    with site_with_gamma(tmp_path, migrated) as site:
        yield site


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory, migrated: MigratedDatabase) -> Iterator[Site]:
    """The same site, for tests that only export from it."""
    with site_with_gamma(tmp_path_factory.mktemp("unchanged"), migrated) as site:
        yield site


@pytest.fixture
def there(tmp_path: Path, migrated: MigratedDatabase) -> Iterator[Site]:
    """Another site, with a project and people of its own, so that all ids differ."""
    (tmp_path / "there").mkdir()
    site = Site(tmp_path / "there", migrated=migrated)
    site.manage("demo")
    site.manage("build_release", "harbours", "v1")
    for name in ("newton", "lena"):
        site.manage("add_member", "harbours", name, "--role", "lead", "--password", "a long enough password")
    yield site
    site.close()


def error(site: Site) -> str:
    return (site.directory / "command.err").read_text("utf-8")


def exports(site: Site) -> list[str]:
    return [
        site.manage("export_annotations", "gamma", "--out", "-"),
        site.manage("export_gold", "gamma", "--out", "-"),
        site.manage("agreement", "gamma"),
        site.manage("export_source", "gamma", "judge", "--out", "-"),
        site.manage("export_candidates", "gamma", "--out", "-"),
    ]


def released(site: Site) -> dict[str, dict[str, bytes]]:
    return {name: files_of(site.directory / "releases" / str(key)) for key, name in site.rows(RELEASES)}


def images(site: Site) -> dict[str, bytes]:
    """The images of guidelines by name."""
    query = (
        "SELECT project.id, image.name, image.sha256 FROM annotation_guidelinesimage image "
        "JOIN annotation_project project ON project.id = image.project_id WHERE project.slug = 'gamma'"
    )
    folder = site.directory / "guidelines-images"
    return {name: (folder / str(key) / sha256).read_bytes() for key, name, sha256 in site.rows(query)}


def counts(site: Site, slug: str = "gamma") -> dict[str, int]:
    """Rows of the project by table, counted by the commands' own list of tables."""
    code = (
        "import json; from annotation.models import Project;"
        "from annotation.services.transfer.project_tables import project_tables;"
        f"key = Project.objects.filter(slug={slug!r}).values_list('pk', flat=True).first() or 0;"
        "print(json.dumps({table.name: table.rows(key).count() for table in project_tables()}))"
    )
    return json.loads(site.manage("shell", "-v0", "-c", code))


def test_every_table_of_a_project_has_a_path_to_it():
    paths = {table.name: table.path for table in project_tables()}
    assert paths["annotation_project"] == "pk"
    assert paths["annotation_annotationrevision"] in {
        "annotation__item__project",
        "annotation__annotator__project",
    }
    assert paths["annotation_message"] == "thread__project"
    assert len(paths) > 25


def test_an_imported_project_has_the_same_numbers_and_releases(here, there, tmp_path):
    file, people = tmp_path / "gamma.tar.gz", tmp_path / "people.csv"
    here.manage("export_project", "gamma", str(file))
    people.write_text("ada,newton\n")
    out = there.manage("import_project", str(file), "--people", str(people))
    assert "with 1 members" in out
    assert "It has no lead" in out
    assert exports(there) == exports(here)
    assert released(there) == released(here)
    assert released(here)["v1"]["guidelines/images/menu.png"] == png()
    assert images(there) == images(here) == {"menu.png": png(), "spare.png": png(2)}
    verified = there.manage("verify_site")
    assert all(f"gamma {name}: 0 differences" in verified for name in ("v1", "v2"))
    for name in ("v1", "v2"):
        there.manage("rebuild_release", "gamma", name, "--out", str(tmp_path / f"again-{name}"))
        assert files_of(tmp_path / f"again-{name}") == released(here)[name]
    there.manage("build_release", "gamma", "v3")
    here.manage("build_release", "gamma", "v3")
    assert [row[1] for row in there.rows(RELEASES)] == ["v1", "v2", "v3"]
    assert "gamma v3: 0 differences" in there.manage("verify_site")
    same = {path: text for path, text in released(there)["v3"].items() if path.startswith(("gold", "raw"))}
    assert same.items() <= released(here)["v3"].items()
    (upload,) = there.rows("SELECT files FROM annotation_import WHERE state = 'uploaded'")
    (kept,) = json.loads(upload[0]) if isinstance(upload[0], str) else upload[0]
    assert Path(kept["path"]).read_bytes() == LINE
    assert there.directory in Path(kept["path"]).parents


@pytest.mark.any_database
def test_people_are_matched_by_the_mapping_alone(unchanged, there, tmp_path):
    """There is another lena there: the name alone gives her nothing."""
    file, people = tmp_path / "gamma.tar.gz", tmp_path / "people.csv"
    unchanged.manage("export_project", "gamma", str(file))
    people.write_text("ada,newton\n")
    there.manage("import_project", str(file), "--people", str(people))
    query = (
        "SELECT person.username FROM {} JOIN auth_user person ON person.id = {}.user_id "
        "JOIN annotation_project project ON project.id = {}.project_id WHERE project.slug = 'gamma'"
    )
    # Answers to the questionnaire stay with their person: nobody else could withdraw them.
    for table in ("annotation_membership", "annotation_annotator", "annotation_questionnaireanswer"):
        assert there.rows(query.format(table, table, table)) == [("newton",)]
    before, after = counts(unchanged), counts(there)
    assert {table for table in before if before[table] != after[table]} == {
        "annotation_membership",
        "annotation_questionnaireanswer",
        "annotation_savedview",
    }
    open_links = "SELECT count(*) FROM annotation_invitation WHERE revoked_at IS NULL"
    assert (unchanged.rows(open_links), there.rows(open_links)) == ([(1,)], [(0,)])


@pytest.mark.any_database
def test_a_wrong_mapping_is_refused_and_nothing_is_imported(unchanged, there, tmp_path):
    file, people = tmp_path / "gamma.tar.gz", tmp_path / "people.csv"
    unchanged.manage("export_project", "gamma", str(file))
    for mapping, message in (
        ("nobody,newton\n", "The project has no person “nobody”: ada, bo, lena."),
        ("ada,nobody\n", "There is no account “nobody” here."),
        ("ada\n", "people.csv:1: A line has two columns"),
        ("ada,newton\nbo,newton\n", "people.csv:2: “bo” or “newton” is in the file twice."),
    ):
        people.write_text(mapping)
        there.manage("import_project", str(file), "--people", str(people), failing=True)
        assert message in error(there)
        assert sum(counts(there).values()) == 0


@pytest.mark.any_database
def test_a_project_is_imported_once_and_a_taken_slug_needs_another(unchanged, there, tmp_path):
    file = tmp_path / "gamma.tar.gz"
    unchanged.manage("export_project", "gamma", str(file))
    there.manage("import_project", str(file))
    releases = sorted(path.name for path in (there.directory / "releases").iterdir())
    there.manage("import_project", str(file), failing=True)
    assert "There is a project “gamma” already" in error(there)
    there.manage("import_project", str(file), "--slug", "delta", failing=True)
    assert "may have it already" in error(there)
    assert sorted(path.name for path in (there.directory / "releases").iterdir()) == releases
    assert "gamma v1: 0 differences" in there.manage("verify_site")


def test_a_project_is_deleted_after_it_was_archived_and_exported_and_can_come_back(here, tmp_path):
    before = exports(here), released(here), counts(here)
    early, file = tmp_path / "early.tar.gz", tmp_path / "gamma.tar.gz"
    here.manage("export_project", "gamma", str(early))

    def refused(*options: str) -> str:
        here.manage("delete_project", "gamma", *options, failing=True)
        message = error(here)
        assert counts(here) == before[2]
        return message

    assert "Type the slug" in refused("--export", str(early))
    assert "is not archived" in refused("--export", str(early), "--confirm", "gamma")
    here.manage("archive_project", "gamma")
    assert "made before the project was archived" in refused("--export", str(early), "--confirm", "gamma")
    here.manage("set_project", "gamma", "--redundancy", "3", failing=True)
    assert "is archived" in error(here)
    here.manage("export_project", "gamma", str(file))
    damaged = tmp_path / "damaged.tar.gz"
    damaged.write_bytes(file.read_bytes()[:-100])
    assert "truncated or altered" in refused("--export", str(damaged), "--confirm", "gamma")
    here.manage("delete_project", "gamma", "--export", str(file), "--confirm", "gamma")
    [(details,)] = here.rows("SELECT details FROM foundation_auditevent WHERE kind = 'project_deleted'")
    assert "gamma" in str(details)
    assert sum(counts(here).values()) == 0
    assert list((here.directory / "releases").iterdir()) == []
    assert list((here.directory / "uploads").iterdir()) == []
    assert list((here.directory / "guidelines-images").iterdir()) == []
    assert here.rows("SELECT count(*) FROM auth_user WHERE username = 'ada'") == [(1,)]
    people = tmp_path / "people.csv"
    people.write_text("".join(f"{name},{name}\n" for name in PEOPLE))
    here.manage("import_project", str(file), "--people", str(people))
    assert (exports(here), released(here), counts(here)) == before
    assert images(here) == {"menu.png": png(), "spare.png": png(2)}


def test_a_project_is_exported_while_people_work_but_not_while_a_release_is_built(here, tmp_path):
    here.change(
        "INSERT INTO foundation_job (scope, kind, state, worker, done, total, message, options, report, created_at) "
        "SELECT 'project:' || id, 'release', 'waiting', '', 0, 0, '', '{}', '{}', created_at "
        "FROM annotation_project WHERE slug = 'gamma'"
    )
    here.manage("export_project", "gamma", str(tmp_path / "gamma.tar.gz"), failing=True)
    assert "has not ended: release" in error(here)
    here.manage("archive_project", "gamma", failing=True)
    assert "has not ended: release" in error(here)
    assert not (tmp_path / "gamma.tar.gz").exists()


@pytest.mark.any_database
def test_a_project_without_a_file_of_a_release_is_not_exported(here, tmp_path):
    (key, _) = here.rows(RELEASES)[0]
    (here.directory / "releases" / str(key) / "README.md").unlink()
    here.manage("export_project", "gamma", str(tmp_path / "gamma.tar.gz"), failing=True)
    assert "its file README.md is missing" in error(here)


@pytest.mark.any_database
def test_a_project_without_the_file_of_an_image_is_not_exported(here, tmp_path):
    next((here.directory / "guidelines-images").glob("*/*")).write_bytes(b"x")
    here.manage("export_project", "gamma", str(tmp_path / "gamma.tar.gz"), failing=True)
    assert "is missing or differs" in error(here)


@pytest.mark.any_database
def test_a_site_archive_is_no_project(unchanged, tmp_path):
    unchanged.manage("backup", str(tmp_path / "site.tar.gz"))
    unchanged.manage("import_project", str(tmp_path / "site.tar.gz"), failing=True)
    assert "is no morel-project; its manifest says “morel-backup”" in error(unchanged)
