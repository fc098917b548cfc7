"""Selections: the items on which sources agree, or people and sources, what they leave, and releases of them."""

import json

import pytest

from annotation.models import Release, Selection, Source
from annotation.queries.releases.release_files import release_directory
from annotation.services.projects.project_settings import create_project
from annotation.services.releases.build_job import rebuild
from annotation.services.sources.sources import archive_source
from foundation.errors import InvalidError
from foundation.models import AuditEvent
from morelkit.release.manifest import read_manifest, sealed
from morelkit.release.verify import verify
from tests.api.client import Api
from tests.api.imports.import_helpers import run_jobs
from tests.people import join
from tests.records import import_records, item
from tests.services.releases.building import build, ids, records, unzipped
from tests.sources import import_source

pytestmark = pytest.mark.django_db

PATH = "/projects/judged/selections/"

# id: language, length of the answer, people, first and second judge. None: abstained; "": not run.
ITEMS = {
    "q-1": ("EN", 4, ["correct"], "correct", "correct"),
    "q-2": ("EN", 6, ["errors"], "correct", "correct"),
    "q-3": ("EN", 8, ["errors"], "errors", "correct"),
    "q-4": ("FR", 10, ["correct", "errors"], "errors", "errors"),
    "q-5": ("FR", 12, ["errors"], None, "errors"),
    "q-6": ("FR", 14, ["errors"], "errors", "errors"),
    "q-7": ("FR", 16, [], "failed", "errors"),
    "q-8": ("FR", 18, ["correct"], "correct", ""),
}


@pytest.fixture
def judged(cast, data_dir):
    project = create_project("judged", preset="shroom-cap", redundancy=1)
    join(project, "lena", "lead")
    join(project, "ada")
    import_records(
        project,
        [item(id_, lang=lang, answer="x" * length) for id_, (lang, length, *_) in ITEMS.items()],
    )
    votes = [
        {
            "id": id_,
            "annotations": {f"annotator_{place}": [] for place in range(len(choices))},
            "annotation_labels": {
                f"annotator_{place}": {"factuality": choice} for place, choice in enumerate(choices)
            },
        }
        for id_, (_, _, choices, _, _) in ITEMS.items()
        if choices
    ]
    import_records(project, votes, "annotations")
    return project


@pytest.fixture
def first(judged):
    return judge(judged, "first", 3)


@pytest.fixture
def second(judged):
    return judge(judged, "second", 4)


def judge(project, name: str, column: int) -> Source:
    said = {id_: row[column] for id_, row in ITEMS.items() if row[column] != ""}
    return import_source(
        project,
        [
            {"id": id_, "labels": {"factuality": choice}}
            if choice in ("correct", "errors")
            else {"id": id_, "status": choice or "abstained"}
            for id_, choice in said.items()
        ],
        name,
    )


@pytest.fixture
def lead(judged, cast):
    return Api(cast.lena)


def criteria(*sources: Source, people: bool = False, question: str = "factuality") -> dict:
    return {"question": question, "sources": [each.pk for each in sources], "people": people}


def computed(lead: Api, body: dict) -> dict:
    lead.post(f"{PATH}report/", body | {"compute": True})
    run_jobs()
    return lead.post(f"{PATH}report/", body)["attrition"]


def sums(attrition: dict, side: str) -> dict[str, tuple[int, int]]:
    return {
        each["language"]: (each[side]["items"], each[side]["characters"]) for each in attrition["languages"]
    }


def chosen(attrition: dict) -> dict[int | None, dict[str, tuple[int, int]]]:
    return {
        each["source"]: {row["choice"]: (row["before"], row["after"]) for row in each["choices"]}
        for each in attrition["labels"]
    }


def test_items_stay_on_which_all_sources_answered_and_agree(lead, first, second):
    found = computed(lead, criteria(first, second))
    # q-1, q-2, q-4 and q-6 stay.
    assert sums(found, "before") == {"en": (3, 4 + 6 + 8), "fr": (5, 10 + 12 + 14 + 16 + 18)}
    assert sums(found, "after") == {"en": (2, 4 + 6), "fr": (2, 10 + 14)}
    assert chosen(found) == {
        None: {"correct": (2, 1), "errors": (4, 2)},  # people are tied on q-4
        first.pk: {"correct": (3, 2), "errors": (3, 2)},
        second.pk: {"correct": (3, 2), "errors": (4, 2)},
    }


def test_with_people_their_majority_must_agree_too(lead, first, second):
    found = computed(lead, criteria(first, second, people=True))
    assert sums(found, "after") == {"en": (1, 4), "fr": (1, 14)}  # q-1 and q-6
    alone = computed(lead, criteria(second, people=True))
    assert sums(alone, "after") == {"en": (1, 4), "fr": (2, 12 + 14)}  # q-5 too


def test_a_choice_of_a_source_that_was_removed_from_the_scheme_is_no_answer(lead, judged, first):
    path = "/projects/judged/scheme/"
    labels = lead.get(path)["item_labels"]
    factuality = next(each for each in labels if each["name"] == "factuality")
    draft = {"version": 1, "span_labels": [], "item_labels": labels}
    known = list(factuality["choices"])
    factuality["choices"] = [*known, {"name": "unclear", "text": "Unclear", "key": "", "texts": {}}]
    lead.put(path, draft)
    said = {"q-1": "unclear", "q-2": "correct", "q-3": "unclear", "q-4": "errors"}
    third = import_source(
        judged, [{"id": id_, "labels": {"factuality": choice}} for id_, choice in said.items()], "third"
    )
    factuality["choices"] = known
    lead.put(path, draft | {"version": 2})
    found = computed(lead, criteria(first, third))
    assert sums(found, "after") == {"en": (1, 6), "fr": (1, 10)}  # q-2 and q-4
    assert chosen(found)[third.pk] == {"correct": (1, 1), "errors": (1, 1)}
    release = build(judged, selection=save(lead, first, third))
    assert ids(release, "gold/en.full.jsonl", "gold/fr.full.jsonl") == ["q-2", "q-4"]


def test_a_report_is_computed_once_and_again_when_sources_change(lead, first, second):
    body = criteria(first, second)
    nothing = lead.post(f"{PATH}report/", body)
    assert (nothing["attrition"], nothing["due"], nothing["run"]) == (None, True, None)
    computed(lead, body)
    assert not lead.post(f"{PATH}report/", body)["due"]
    judge(first.project, "third", 3)
    assert lead.post(f"{PATH}report/", body)["stale"]


def test_a_selection_is_saved_under_a_new_name_archived_and_restored(lead, first, second):
    saved = lead.post(PATH, criteria(second, first) | {"name": " Both  agree "}, status=201)
    assert (saved["name"], saved["people"], saved["archived"]) == ("Both agree", False, False)
    assert [(each["name"], each["version"]) for each in saved["sources"]] == [("first", "1"), ("second", "1")]
    taken = lead.post(PATH, criteria(first, second) | {"name": "Both agree"}, status=422)
    assert taken["errors"][0]["pointer"] == "/name"
    lead.call("patch", f"{PATH}{saved['id']}/", {"archived": True})
    again = lead.post(PATH, criteria(first, people=True) | {"name": "Both agree"}, status=201)
    refused = lead.call("patch", f"{PATH}{saved['id']}/", {"archived": False}, status=409)
    assert "another selection “Both agree”" in refused["detail"]
    lead.call("patch", f"{PATH}{again['id']}/", {"archived": True})
    assert not lead.call("patch", f"{PATH}{saved['id']}/", {"archived": False})["archived"]
    assert [row["archived"] for row in lead.get(PATH)["results"]] == [True, False]
    kinds = (
        AuditEvent.objects.filter(kind__startswith="selection_").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == [
        *("selection_saved", "selection_archived", "selection_saved"),
        *("selection_archived", "selection_restored"),
    ]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"name": " "}, "/name"),
        ({"name": "x" * 61}, "/name"),
        ({"question": "tone"}, "/question"),
        ({"question": "claims"}, "/question"),  # the scheme has no spans
        ({"sources": [999_999]}, "/sources"),
        ({"sources": []}, "/sources"),
        ({"people": False}, "/sources"),  # one source alone
    ],
)
def test_wrong_criteria_are_refused_and_nothing_is_saved(lead, first, change, pointer):
    refused = lead.post(PATH, criteria(first, people=True) | {"name": "x"} | change, status=422)
    assert refused["errors"][0]["pointer"] == pointer
    assert not Selection.objects.exists()


def test_a_source_of_another_project_is_unknown(lead, first, cast):
    other = import_source(cast.alpha, [{"id": "q-1", "score": 1}], "other")
    lead.post(PATH, criteria(first, other) | {"name": "x"}, status=422)


def test_annotators_see_no_selections(first, second, judged, ada: Api):
    ada.get(PATH, status=403)
    ada.post(PATH, criteria(first, second) | {"name": "x"}, status=403)


def save(lead: Api, *sources: Source, **more: bool) -> str:
    lead.post(PATH, criteria(*sources, **more) | {"name": "agreed"}, status=201)
    return "agreed"


def test_a_release_has_the_items_of_its_selection_and_says_so(lead, judged, first, second, tmp_path):
    everything = build(judged, "everything")
    release = build(judged, selection=save(lead, first, second))
    assert ids(release, "gold/en.full.jsonl", "gold/fr.full.jsonl") == ["q-1", "q-2", "q-4", "q-6"]
    directory = tmp_path / "again"
    rebuild(release, directory)
    manifest = json.loads((directory / "manifest.json").read_text())
    selection = manifest["options"]["selection"]
    assert (selection["name"], selection["question"], selection["people"]) == ("agreed", "factuality", False)
    assert [(each["name"], each["version"]) for each in selection["sources"]] == [
        ("first", "1"),
        ("second", "1"),
    ]
    # q-7 has no annotation: without a selection the release would have seven items.
    assert selection["languages"] == {
        "en": {
            "before": {"items": 3, "claims": 0, "characters": 18},
            "after": {"items": 2, "claims": 0, "characters": 10},
        },
        "fr": {
            "before": {"items": 4, "claims": 0, "characters": 54},
            "after": {"items": 2, "claims": 0, "characters": 24},
        },
    }
    assert selection["labels"]["people"] == {"correct": [2, 1], "errors": [4, 2]}
    card = (directory / "README.md").read_text()
    assert "the selection “agreed”: those on which first 1, second 1 agree about `factuality`" in card
    assert "4 of 7 items stay. Models and judges only filter items" in card
    assert "| en | 3 | 2 | 6.0 | 5.0 |" in card
    found = verify(directory)
    assert (found.items, found.differences) == (4, [])
    # Gold of the items that stay is the same with and without the selection.
    for path in ("gold/en.full.jsonl", "gold/fr.full.jsonl"):
        lines = {line["id"]: line for line in records(everything, path)}
        assert all(lines[line["id"]] == line for line in records(release, path))
    listed = lead.get("/projects/judged/releases/")["results"]
    assert [each["selection"] for each in listed] == ["agreed", ""]


def test_a_manifest_with_another_number_of_items_is_found_out(lead, judged, first, second, tmp_path):
    release = build(judged, selection=save(lead, first, second))
    directory = tmp_path / "again"
    rebuild(release, directory)
    manifest, _ = read_manifest((directory / "manifest.json").read_bytes())
    manifest["options"]["selection"]["languages"]["en"]["after"]["items"] = 3
    (directory / "manifest.json").write_bytes(sealed(manifest))
    details = [each.detail for each in verify(directory).differences]
    assert "Its selection keeps {'en': 3, 'fr': 2} items; there are {'en': 2, 'fr': 2}." in details


def test_a_selection_that_leaves_nothing_fails_with_its_reason(lead, judged, first, second):
    only_english = import_source(judged, [{"id": "q-1", "labels": {"factuality": "correct"}}], "third")
    save(lead, first, only_english)
    with pytest.raises(
        InvalidError, match="None of the 4 items of “fr” that could be released is in the selection"
    ):
        build(judged, selection="agreed")
    assert ids(build(judged, languages=["en"], selection="agreed"), "gold/en.full.jsonl") == ["q-1"]


def test_archived_sources_and_selections_are_refused_before_the_build(lead, judged, first, second):
    save(lead, first, second)
    releases = "/projects/judged/releases/"
    unknown = lead.post(releases, {"name": "v1", "selection": "other"}, status=422)
    assert unknown["errors"][0]["pointer"] == "/selection"
    archive_source(first)
    refused = lead.post(releases, {"name": "v1", "selection": "agreed"}, status=422)
    assert "“first 1” is archived" in refused["detail"]
    assert lead.get(PATH)["results"][0]["sources"][0]["archived"]


def test_a_release_has_its_selection_though_another_one_took_its_name_before_the_build(
    lead, judged, first, second
):
    save(lead, first, second)
    lead.post("/projects/judged/releases/", {"name": "v1", "selection": "agreed"}, status=202)
    [before] = lead.get(PATH)["results"]
    lead.call("patch", f"{PATH}{before['id']}/", {"archived": True})
    save(lead, second, people=True)
    run_jobs()
    release = Release.objects.get()
    assert ids(release, "gold/en.full.jsonl", "gold/fr.full.jsonl") == ["q-1", "q-2", "q-4", "q-6"]
    manifest = json.loads((release_directory(release) / "manifest.json").read_text())
    selection = manifest["options"]["selection"]
    assert (selection["people"], len(selection["sources"])) == (False, 2)
    assert verify(release_directory(release)).differences == []


def test_under_an_embargo_a_release_does_not_say_how_often_a_label_was_chosen(
    lead, judged, first, second, tmp_path
):
    lists = {"dev": ["q-1", "q-4"], "test": ["q-2", "q-6"]}
    plan = {"by": "list", "lists": lists}
    release = build(judged, splits=plan, embargo=["test"], selection=save(lead, first, second))
    directory = tmp_path / "again"
    rebuild(release, directory)
    selection = json.loads((directory / "manifest.json").read_text())["options"]["selection"]
    assert "labels" not in selection
    assert selection["languages"]["en"]["after"]["items"] == 2
    card = (directory / "README.md").read_text()
    assert "How often each label was chosen is not part of a release under an embargo." in card
    assert "items by label" not in card
    assert verify(directory).differences == []
    download = unzipped(release, tmp_path / "download")
    assert not (download / "gold/en.test.jsonl").exists()
    assert verify(download).differences == []


def test_a_selection_with_lists_leaves_out_listed_items_that_do_not_stay(lead, judged, first, second):
    lists = {"dev": ["q-1", "q-3", "q-4"], "test": ["q-2", "q-5", "q-6", "q-8"]}
    release = build(judged, splits={"by": "list", "lists": lists}, selection=save(lead, first, second))
    assert ids(release, "gold/en.dev.jsonl", "gold/fr.dev.jsonl") == ["q-1", "q-4"]
