"""Imported references: publications (CAP), and source and target texts (SHROOM)."""

import pytest

from annotation.models import Reference
from annotation.services.projects.project_settings import create_project
from tests.api.client import Api, work_path
from tests.people import hand_over, join
from tests.records import import_annotations, import_records, stored

pytestmark = pytest.mark.django_db

ABSTRACT = "We measure the tides of twelve harbours. They rise, and they fall."
CAP = {
    "index": "cap-1",
    "title": "Tides of twelve harbours",
    "abstract": ABSTRACT,
    "doi": "10.1234/tides.12",
    "url": "https://example.org/tides",
    "authors": [{"first": "Ada", "last": "Lindqvist"}, {"first": "Bo", "last": "Marchetti"}],
    "question": "What is measured?",
    "model_id": "invented/larch",
    "model_config": {"temperature": 0.5},
    "lang": "EN",
    "prompt": "Answer from the paper.",
    "output_text": "The tides of thirteen harbours.",
    "output_tokens": ["The"],
    "output_logits": [-1.5],
    "has_fluency_mistakes": "n",
    "has_factual_mistakes": "y",
}
SHROOM = {
    "hyp": "A fellow feeling.",
    "ref": "either",
    "src": "What is sodality?",
    "tgt": "Companionship.",
    "model": "",
    "task": "DM",
    "labels": ["Hallucination"],
    "label": "Hallucination",
    "p(Hallucination)": 1.0,
}


def shown(project, external_id):
    """Return the reference of the item as its annotator sees it."""
    user = join(project, "ada")
    item = hand_over(project, user, stored(project, external_id))
    return Api(user).get(work_path(item, "mine"))["reference"]


def exported_record(project, record, exported, key="x"):
    """Return the item in the gold export without the fields that gold adds."""
    import_annotations(project, {record: {key: []}})
    (gold,) = exported("export_gold", project.slug)
    return {
        name: value
        for name, value in gold.items()
        if name not in {"item_labels", "soft_labels", "hard_labels"}
    }


def test_a_publication_is_shown_with_its_authors_and_doi():
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    import_records(project, [CAP])
    reference = shown(project, "cap-1")
    assert (reference["kind"], reference["state"]) == ("publication", "stored")
    assert (reference["title"], reference["url"]) == (CAP["title"], CAP["url"])
    assert (reference["doi"], reference["authors"]) == (CAP["doi"], CAP["authors"])
    assert reference["abstract"] == reference["extract"] == ABSTRACT


def test_a_publication_needs_no_abstract():
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    import_records(project, [{key: value for key, value in CAP.items() if key != "abstract"}])
    reference = shown(project, "cap-1")
    assert (reference["kind"], reference["title"], reference["abstract"]) == ("publication", CAP["title"], "")


def test_the_record_of_a_publication_is_exported_unchanged(exported):
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    import_records(project, [CAP])
    assert import_records(project, [CAP]).unchanged == 1
    back = exported_record(project, "cap-1", exported)
    renamed = {"index": "id", "question": "model_input", "output_text": "model_output_text"}
    assert back == {renamed.get(key, key): value for key, value in CAP.items()}


@pytest.mark.parametrize("field", ["title", "abstract", "doi", "authors"])
def test_a_changed_publication_is_refused_with_the_name_of_the_field(field):
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    import_records(project, [CAP])
    refused = import_records(project, [CAP | {field: "else"}])
    assert [each["field"] for each in refused.problems] == [field]


def test_items_of_one_publication_share_its_reference():
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    import_records(project, [CAP, CAP | {"index": "cap-2"}, CAP | {"index": "cap-3", "doi": "10.1234/other"}])
    assert stored(project, "cap-1").reference == stored(project, "cap-2").reference
    assert Reference.objects.count() == 2


def test_source_and_target_become_sections_of_a_text():
    project = create_project("sem", preset="shroom", languages=["EN"], redundancy=1)
    assert import_records(project, [SHROOM]).added == 1
    reference = shown(project, project.item_set.get().external_id)
    assert reference["kind"] == "text"
    assert reference["extract"] == (
        "== Task ==\nDM: definition modeling\n\n\n"
        "== Reference ==\nThe reference is the source or the target.\n\n\n"
        "== Source ==\nWhat is sodality?\n\n\n== Target ==\nCompanionship."
    )


def test_a_shroom_record_is_exported_unchanged(exported):
    project = create_project("sem", preset="shroom", records="mushroom", languages=["EN"], redundancy=1)
    import_records(project, [SHROOM])
    assert import_records(project, [SHROOM]).unchanged == 1
    external_id = project.item_set.get().external_id
    renamed = {"src": "model_input", "hyp": "model_output_text"}
    back = exported_record(project, external_id, exported)
    assert back == {"id": external_id} | {renamed.get(key, key): value for key, value in SHROOM.items()}


def test_records_need_a_language_unless_the_project_has_only_one():
    for slug, languages in (("open", ()), ("two", ("EN", "AR"))):
        project = create_project(slug, preset="shroom", records="mushroom", languages=languages)
        assert [each["field"] for each in import_records(project, [SHROOM]).problems] == ["lang"]


def test_a_title_alone_is_no_reference():
    project = create_project("cap", preset="shroom-cap", redundancy=1)
    plain = {key: CAP[key] for key in ("index", "lang", "question", "output_text", "title")}
    import_records(project, [plain])
    assert shown(project, "cap-1") is None
