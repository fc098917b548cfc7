"""Consistency rules: what a submission breaks is computed by the server, stored, and found by leads."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import Annotation, AnnotationRevision, Item, Project
from annotation.queries.annotate.broken_rules import RULES_JOB
from annotation.services.annotate.assignment import reopen, undo_reopen
from annotation.services.projects.project_settings import create_project
from foundation.jobs import run_job
from foundation.models import Job
from tests.api.client import Api
from tests.people import annotate, annotator, join, save
from tests.records import import_annotations, import_records, items, stored

pytestmark = pytest.mark.django_db

MARK, NOTHING = "any mark & factuality:correct", "no mark & factuality:errors"
RIGHT = {"factuality": "correct", "fluency": "minor"}
WRONG = {"factuality": "errors", "fluency": "minor"}
ITEMS, SCHEME = "/projects/labels/items/", "/projects/labels/scheme/"


@pytest.fixture
def project(db) -> Project:
    """ada and bo annotate q-1 to q-4 of a project with the rules of its preset; lena leads."""
    made = create_project("labels", preset="mu-shroom+labels", redundancy=3)
    for name in ("ada", "bo"):
        join(made, name)
    join(made, "lena", "lead")
    import_records(made, items(4))
    return made


def person(project: Project, name: str) -> User:
    return User.objects.get(username=name, membership__project=project)


def submit(project: Project, name: str, item: str, *spans, labels) -> Annotation:
    return annotate(project, person(project, name), stored(project, item), *spans, labels=labels)


def lead(project: Project) -> Api:
    return Api(person(project, "lena"))


def found(project: Project, rule: str, **more: str) -> list[str]:
    query = {"order": "ordinal", "broken_rule": rule, **more}
    return [row["external_id"] for row in lead(project).get(f"{ITEMS}?{urlencode(query)}")["results"]]


def shown(project: Project, item: str) -> list[list[str]]:
    path = f"{ITEMS}{stored(project, item).pk}/"
    return [each["broken_rules"] for each in lead(project).get(path)["annotations"]]


def rules(project: Project, *wanted: tuple[str, str]) -> None:
    """Save these rules and run the check that follows."""
    api = lead(project)
    scheme = api.get(SCHEME)
    body = {name: scheme[name] for name in ("version", "span_labels", "item_labels")}
    chosen = [{"condition": condition, "choice": choice} for condition, choice in wanted]
    api.put(SCHEME, body | {"consistency_rules": chosen})
    for job in Job.objects.filter(kind=RULES_JOB, state=Job.State.WAITING):
        run_job(job)


def test_a_submission_against_a_rule_is_accepted_and_found(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    submit(project, "bo", "q-1", (0, 3), labels=WRONG)
    submit(project, "ada", "q-2", labels=WRONG)
    submit(project, "ada", "q-3", labels=RIGHT)
    assert found(project, "any") == ["q-1", "q-2"]
    assert found(project, MARK) == ["q-1"]
    assert found(project, NOTHING) == ["q-2"]
    assert shown(project, "q-1") == [[MARK], []]
    assert [shown(project, item) for item in ("q-2", "q-3")] == [[[NOTHING]], [[]]]


def test_the_filter_combines_with_others_in_every_order(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    submit(project, "bo", "q-1", (0, 3), labels=RIGHT)
    submit(project, "bo", "q-2", (0, 3), labels=RIGHT)
    assert found(project, "any", order="agreement") == ["q-1"]
    assert found(project, "any", order="few") == ["q-2", "q-1"]
    assert found(project, MARK, annotator=annotator(project, person(project, "ada")).key) == ["q-1"]
    assert found(project, MARK, label="factuality:errors") == []


def test_the_submitted_revision_keeps_what_it_was_submitted_against(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    save(
        project,
        person(project, "ada"),
        stored(project, "q-1"),
        {"nothing_to_mark": True, "labels": WRONG},
        submit=False,
    )
    assert found(project, "any") == ["q-1"]  # a draft changes nothing that counts
    save(project, person(project, "ada"), stored(project, "q-1"), {"nothing_to_mark": True, "labels": RIGHT})
    assert found(project, "any") == []
    kept = AnnotationRevision.objects.order_by("number").values_list("overridden_rules", flat=True)
    assert list(kept) == [f"\n{MARK}\n", "", ""]
    item = stored(project, "q-1").pk
    own = Api(person(project, "ada")).get(f"/projects/labels/items/{item}/revisions/")
    assert [each["overridden_rules"] for each in own["results"]] == [[], [], [MARK]]
    events = lead(project).get(f"{ITEMS}{item}/history/")
    assert [each["overridden_rules"] for each in events["results"] if each["kind"] == "submitted"] == [
        [],
        [MARK],
    ]


def test_the_review_queue_names_broken_rules(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    submit(project, "bo", "q-1", (0, 3), labels=WRONG)
    rows = lead(project).get("/projects/labels/review/?kind=random&n=5&language=en")["results"]
    assert {row["name"]: row["broken_rules"] for row in rows} == {"ada": [MARK], "bo": []}


def test_an_excluded_annotation_is_not_found(project):
    made = submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    lead(project).post(
        "/projects/labels/exclusions/",
        {"annotator": made.annotator.key, "item": made.item_id, "reason": "Unclear", "expected": 1},
        status=201,
    )
    assert found(project, "any") == []
    assert shown(project, "q-1") == [[MARK]]


def test_changed_rules_are_checked_on_stored_annotations(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    submit(project, "ada", "q-2", labels={"factuality": "errors", "fluency": "not-fluent"})
    new = "fluency:not-fluent & factuality:errors"
    rules(project, ("fluency:not-fluent", "factuality:errors"))
    assert found(project, new) == ["q-2"]
    assert shown(project, "q-1") == [[]]
    assert (
        lead(project).get(f"{ITEMS}?{urlencode({'broken_rule': MARK})}", status=422)["errors"][0]["pointer"]
        == "/broken_rule"
    )
    rules(project)
    assert found(project, "any") == []
    kept = AnnotationRevision.objects.order_by("pk").values_list("overridden_rules", flat=True)
    assert list(kept) == [f"\n{MARK}\n", f"\n{NOTHING}\n"]  # history does not change


def test_leads_see_that_a_check_is_under_way(project):
    api = lead(project)
    path = f"{ITEMS}choices/"
    assert api.get(path)["checking_rules"] is None
    scheme = api.get(SCHEME)
    body = {name: scheme[name] for name in ("version", "span_labels", "item_labels")}
    api.put(SCHEME, body | {"consistency_rules": []})
    assert api.get(path)["checking_rules"] == {"done": 0, "total": 4}
    for version in (2, 3):  # without rules they stay, and nothing is checked again
        labels = [{**body["span_labels"][0], "text": f"Wrong {version}"}]
        api.put(SCHEME, body | {"version": version, "span_labels": labels})
    assert Job.objects.filter(kind=RULES_JOB).count() == 1
    run_job(Job.objects.get(kind=RULES_JOB))
    assert api.get(path)["checking_rules"] is None


def test_a_later_change_stops_an_earlier_check(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    api = lead(project)
    body = {name: api.get(SCHEME)[name] for name in ("span_labels", "item_labels")}
    for version, chosen in ((1, []), (2, [{"condition": "hallucination", "choice": "factuality:correct"}])):
        api.put(SCHEME, body | {"version": version, "consistency_rules": chosen})
    states = Job.objects.filter(kind=RULES_JOB).order_by("pk").values_list("state", flat=True)
    assert list(states) == [Job.State.STOPPED, Job.State.WAITING]
    run_job(Job.objects.get(kind=RULES_JOB, state=Job.State.WAITING))
    assert shown(project, "q-1") == [["hallucination & factuality:correct"]]


def test_imported_annotations_are_checked(project):
    import_annotations(
        project,
        {"q-1": {"ann-1": [[0, 3]], "ann-2": []}},
        annotation_labels={"ann-1": RIGHT, "ann-2": WRONG},
    )
    assert shown(project, "q-1") == [[MARK], [NOTHING]]
    assert found(project, "any") == ["q-1"]


def test_a_reopened_annotation_is_checked_when_it_counts_again(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    one = Item.objects.filter(project=project, external_id="q-1")
    reopen(project, "", one, person(project, "lena"), timezone.now())
    assert found(project, "any") == []
    assert shown(project, "q-1") == [[]]
    rules(project, ("any mark", "fluency:minor"))
    undo_reopen(project, "", one, timezone.now())
    assert found(project, "any") == ["q-1"]
    assert shown(project, "q-1") == [["any mark & fluency:minor"]]


def test_a_rule_of_labels_that_do_not_exist_is_refused(project):
    api = lead(project)
    body = {name: api.get(SCHEME)[name] for name in ("version", "span_labels", "item_labels")}
    wanted = [{"condition": "any mark", "choice": "factuality:maybe"}]
    problem = api.put(SCHEME, body | {"consistency_rules": wanted}, status=422)
    assert [each["pointer"] for each in problem["errors"]] == ["/consistency_rules/0/choice"]
    gone = body | {"item_labels": body["item_labels"][:1]}
    problem = api.put(SCHEME, gone, status=422)  # its rules stay, and name a question that is gone
    assert problem["errors"][0]["pointer"] == "/consistency_rules/0/choice"


def test_annotators_cannot_filter_and_other_projects_stay_apart(project):
    submit(project, "ada", "q-1", (0, 3), labels=RIGHT)
    Api(person(project, "ada")).get(f"{ITEMS}?broken_rule=any", status=403)
    other = create_project("others", preset="mu-shroom+labels")
    join(other, "lena", "lead")
    found_there = lead(project).get("/projects/others/items/?order=ordinal&broken_rule=any")
    assert found_there["results"] == []
