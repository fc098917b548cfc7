"""Import candidates: questions joined over files, refused records with their places, and all or nothing."""

import pytest

from annotation.models import Candidate, Import, Item, ProjectLanguage, Question
from annotation.services.imports.lifecycle import run_undo, undo_import
from annotation.services.projects.project_settings import create_project
from tests.commands import refuses, succeeds
from tests.records import candidate, candidates, import_records, item, write_jsonl

pytestmark = pytest.mark.django_db


@pytest.fixture
def gamma():
    return create_project("gamma", preset="mu-shroom", redundancy=1)


@pytest.fixture
def write(tmp_path):
    def write(name: str, *records) -> str:
        return str(write_jsonl(tmp_path / name, records))

    return write


def refused(*files: str) -> str:
    reasons = refuses("import_candidates", "gamma", *files)
    assert not Candidate.objects.exists()
    assert not Question.objects.exists()
    return reasons


def test_files_of_several_models_are_joined_by_question(gamma, write):
    files = [
        write(f"{model}.jsonl", *[candidate(number, model) for number in (1, 2, 3)]) for model in ("a", "b")
    ]
    assert "Added 6 candidates" in succeeds("import_candidates", "gamma", *files)
    assert Question.objects.filter(project=gamma).count() == 3
    question = Question.objects.get(text="Question 2?")
    assert set(question.candidate_set.values_list("model_id", flat=True)) == {"a", "b"}
    assert question.page
    assert question.page.title == "Page 2"
    assert not Item.objects.filter(project=gamma).exists()
    assert ProjectLanguage.objects.get(project=gamma).spelling == "EN"
    assert "Nothing new: 6 were here already" in succeeds("import_candidates", "gamma", *files)


def test_the_same_text_in_another_language_is_another_question(gamma, write):
    import_records(gamma, [candidate(1, "a"), candidate(1, "a", lang="FR")], "candidates")
    assert Question.objects.filter(project=gamma).count() == 2


def test_a_candidate_that_comes_twice_is_refused(gamma, write):
    twice = candidate(1, "a")
    reasons = refused(write("a.jsonl", twice, candidate(2, "a")), write("b.jsonl", twice))
    assert "b.jsonl:1:id: This id stands in line 1 of a.jsonl already." in reasons
    assert "b.jsonl:1:model_output_text: This candidate is in line 1 of a.jsonl already." in reasons


def test_a_candidate_that_comes_twice_with_other_ids_is_refused(gamma, write):
    first, second = candidate(1, "a", id="one"), candidate(1, "a", id="two")
    reasons = refused(write("a.jsonl", first, second))
    assert "a.jsonl:2:model_output_text: This candidate is in line 1 already." in reasons
    import_records(gamma, [first], "candidates")
    reasons = refuses("import_candidates", "gamma", write("b.jsonl", second))
    assert "b.jsonl:1:id: This candidate is here already, with the id one." in reasons


def test_files_that_disagree_about_the_reference_are_refused(gamma, write):
    other = candidate(1, "b", wikipedia_url="https://en.wikipedia.org/wiki/Another")
    reasons = refused(write("a.jsonl", candidate(1, "a")), write("b.jsonl", candidate(2, "b"), other))
    assert "b.jsonl:2:wikipedia_url: “wikipedia_url” is another than in line 1 of a.jsonl." in reasons
    import_records(gamma, [candidate(1, "a")], "candidates")
    reasons = refuses("import_candidates", "gamma", write("b.jsonl", other))
    assert "b.jsonl:1:wikipedia_url: “wikipedia_url” is another than in an earlier import." in reasons
    assert Candidate.objects.count() == 1


def test_missing_fields_are_refused_by_line_and_field(gamma, write):
    without = {key: value for key, value in candidate(2, "a").items() if key != "model_output_text"}
    reasons = refused(write("a.jsonl", candidate(1, "a"), without, candidate(3, " ")))
    assert "a.jsonl:2:model_output_text: “model_output_text” is missing." in reasons
    assert "a.jsonl:3:model_id: “model_id” is missing." in reasons
    no_model = {key: value for key, value in candidate(2, "a").items() if key != "model_id"}
    assert "b.jsonl:1:model_id: No column is named" in refused(write("b.jsonl", no_model))


def test_changed_candidates_and_ids_of_items_are_refused(gamma, write):
    import_records(gamma, [item("q-1")])
    reasons = refused(write("a.jsonl", candidate(1, "a", id="q-1")))
    assert "a.jsonl:1:id: q-1 is the id of an item of the project." in reasons
    import_records(gamma, [candidate(1, "a", id="c-1")], "candidates")
    reasons = refuses(
        "import_candidates", "gamma", write("b.jsonl", candidate(1, "a", id="c-1", answer="No."))
    )
    assert (
        "b.jsonl:1:model_output_text: Candidate c-1 is here already with another “model_output_text”."
        in reasons
    )


def test_training_items_are_no_candidates(gamma, write):
    reasons = refused(write("a.jsonl", candidate(1, "a", kind="training")))
    assert "a.jsonl:1:kind: “kind” must be work" in reasons


def test_the_reference_comes_from_the_file_that_names_it(gamma):
    bare = {key: value for key, value in candidate(1, "a").items() if key != "wikipedia_url"}
    import_records(gamma, [bare], "candidates")
    question = Question.objects.get()
    assert question.page is None
    import_records(gamma, [candidate(1, "b")], "candidates")
    question.refresh_from_db()
    assert question.page
    assert question.page.title == "Page 1"


def test_undo_removes_candidates_and_questions_that_have_no_others(gamma):
    import_records(gamma, candidates(2, ["a"]), "candidates")
    second = import_records(gamma, candidates(3, ["b"]), "candidates")
    undo_import(second)
    second.refresh_from_db()
    run_undo(second.job, lambda done, total: None)
    assert set(Question.objects.values_list("text", flat=True)) == {"Question 1?", "Question 2?"}
    assert set(Candidate.objects.values_list("model_id", flat=True)) == {"a"}
    undo_import(Import.objects.get(state="done"))
    assert not ProjectLanguage.objects.filter(project=gamma).exists()
