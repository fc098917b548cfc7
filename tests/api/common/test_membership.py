"""Membership decides everything: a rule for every operation that the API has, and what is found under which project.

The operations are read from the schema, so that a new one without a rule here fails. Whom the rules refuse is asked of
every route in test_permission_matrix.py.
"""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from annotation.models import Import
from tests.api.annotate.saving import SKIP
from tests.api.client import Api, check_answer, operations
from tests.people import Cast, reserve
from tests.snapshot import snapshot

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]

ANYONE = {
    "crowd_study_enter",
    "crowd_study_offer",
    "invitation_accept",
    "invitation_offer",
    "reset_ask",
    "reset_offer",
    "reset_set",
    "setup_create",
    "setup_offer",
    "session_get",
    "sign_on",
    "release_shared",
    "release_shared_download",
    "sign_up",
    "site_get",
    "tasks_list",
    "session_login",
    "session_logout",
    "task_invitation_offer",
    "task_invitation_accept",
}
LOGGED_IN = {
    "account_email",
    "account_get",
    "account_password",
    "notification_settings_get",
    "notification_settings_set",
    "notifications_list",
    "notifications_read",
    "notifications_unread",
    "preferences_set",
    "recovery_codes_renew",
    "presets_list",
    "project_make",
    "projects_list",
    "session_end",
    "sign_on_link",
    "sign_on_unlink",
    "second_factor_off",
    "second_factor_on",
    "second_factor_start",
    "sessions_end",
    "task_create",
    "tokens_list",
    "token_create",
    "token_revoke",
}
MEMBERS = {
    "completion_get",
    "annotation_save",
    "annotations_mine",
    "guidelines_accept",
    "guidelines_image_get",
    "guidelines_list",
    "item_image_get",
    "item_next",
    "item_skip",
    "item_work",
    "message_send",
    "messages_list",
    "project_get",
    "reference_get",
    "release_download",
    "releases_published",
    "reference_other",
    "reference_retry",
    "references_search",
    "revisions_mine",
    "questionnaire_answer",
    "questionnaire_dismiss",
    "questionnaire_mine",
    "questionnaire_withdraw",
    "statistics_mine",
    "threads_list",
    "today_mine",
    "training_get",
    "training_go_on",
    "working_language_choose",
}
CREATORS = {"creation_next", "creation_progress", "verdict_give", "verdict_undo"}
"""For leads, and annotators who may choose candidates."""
LEADS = {
    "waiting_get",
    "candidates_export",
    "questions_list",
    "project_archive",
    "agreement_compute",
    "agreement_get",
    "adjudication_decide",
    "adjudication_get",
    "adjudication_undo",
    "adjudication_withdraw",
    "annotation_include",
    "audit_list",
    "dawid_skene_get",
    "decisions_count",
    "crowd_studies_list",
    "crowd_study_create",
    "crowd_study_revoke",
    "exclude",
    "exclusion_get",
    "exclusion_preview",
    "exclusion_resume",
    "differing_labels",
    "exclusion_undo",
    "exclusions_list",
    "gold_change_counts",
    "gold_compared",
    "gold_compared_export",
    "gold_download",
    "guidelines_image_delete",
    "guidelines_image_upload",
    "guidelines_images_list",
    "guidelines_preview",
    "guidelines_text",
    "guidelines_write",
    "import_discard",
    "import_get",
    "import_images",
    "import_start",
    "import_undo",
    "import_upload",
    "imports_list",
    "invitation_make",
    "invitation_revoke",
    "invitations_list",
    "invitations_mail",
    "item_change_get",
    "item_change_resume",
    "item_change_undo",
    "item_changes_list",
    "item_get",
    "item_history",
    "item_sources",
    "items_assign",
    "items_assign_preview",
    "items_change",
    "items_change_preview",
    "items_choices",
    "items_count",
    "items_export",
    "items_list",
    "items_reopen",
    "items_unassign",
    "language_change",
    "learning_change",
    "learning_get",
    "people_compare",
    "people_compared",
    "people_list",
    "people_table",
    "person_change",
    "person_erase",
    "person_work",
    "project_change",
    "questionnaire_answers",
    "questionnaire_get",
    "questionnaire_set",
    "references_fetch",
    "references_fetch_get",
    "references_fetch_stop",
    "references_state",
    "release_build",
    "release_get",
    "release_open",
    "release_preview",
    "release_publish",
    "release_share",
    "release_withdraw",
    "releases_compare",
    "releases_list",
    "review_mark",
    "review_pair",
    "review_people",
    "rule_applications_list",
    "rule_apply",
    "rule_preview",
    "rule_undo",
    "reviews_list",
    "scheme_get",
    "scheme_set",
    "summary_get",
    "training_decide",
    "surplus_decide",
    "assignees_get",
    "quote_reopen",
    "quote_settle",
    "source_change",
    "source_comparison_compute",
    "source_comparison_get",
    "source_discard",
    "source_export",
    "source_filed",
    "source_get",
    "source_quotes",
    "selection_change",
    "selection_report",
    "selection_save",
    "selections_list",
    "source_sample_draw",
    "source_sample_preview",
    "source_upload",
    "sources_list",
    "duplicates_get",
    "duplicates_set",
    "exposure_policy_change",
    "exposure_policy_get",
    "breakdowns_get",
    "crossed_labels_compute",
    "crossed_labels_get",
    "validity_change",
    "validity_get",
    "view_change",
    "view_delete",
    "view_save",
    "views_list",
}
BODIES: dict[str, Any] = {
    "agreement_compute": {"asked": True},
    "duplicates_set": {"removed": True},
    "quote_settle": {"start": None},
    "source_change": {"archived": True},
    "selection_change": {"archived": True},
    "source_sample_draw": {"size": 1, "tag": "sample"},
    "source_sample_preview": {"size": 1},
    "adjudication_decide": {"revision": 0, "spans": [], "labels": {}, "note": "", "source": "nothing"},
    "adjudication_undo": {"revision": 1},
    "adjudication_withdraw": {"revision": 1},
    "annotation_include": {"annotator": "nobody"},
    "exclude": {"annotator": "nobody", "reason": "because", "expected": 1},
    "exclusion_preview": {"annotator": "nobody"},
    "rule_apply": {"kind": "ties", "expected": 1},
    "rule_preview": {"kind": "ties"},
    "sign_on": {"provider": "nowhere"},
    "sign_on_link": {"provider": "nowhere"},
    "crowd_study_create": {"kind": "guest", "quota": 1},
    "item_skip": {"reason": "because"},
    "import_start": {"mapping": {}},
    "invitation_make": {"role": "annotator"},
    "invitations_mail": {"role": "annotator", "emails": ["newton@example.org"]},
    "guidelines_accept": {"read": [{"language": "en", "version": 1}]},
    "guidelines_preview": {"text": "# Mark"},
    "guidelines_write": {"text": "# Mark"},
    "items_assign": {"annotator": "nobody", "items": [1]},
    "items_assign_preview": {"annotator": "nobody", "items": [1]},
    "items_change": {"kind": "archive", "filter": {}, "expected": 1},
    "items_change_preview": {"kind": "archive", "filter": {}},
    "items_reopen": {"filter": {}},
    "items_unassign": {"filter": {}},
    "questionnaire_answer": {"version": 1, "agreed": True, "answers": {"age": "25-34"}},
    "questionnaire_set": {"open": True, "consent": "For the paper.", "questions": ["age"], "version": 0},
    "release_build": {"name": "v1"},
    "release_publish": {"published": True},
    "release_share": {"shared": True},
    "release_withdraw": {"reason": "A mistake."},
    "review_mark": {"annotator": "nobody", "revision": 1, "reviewed": True},
    "surplus_decide": {"annotator": "nobody", "decision": "accepted"},
    "learning_change": {"tries": 2},
    "training_decide": {"verdict": "pass"},
    "language_change": {"closed": True},
    "validity_change": {"fast": 5},
    "verdict_give": {
        "verdict_id": str(uuid.UUID(int=3)),
        "question": 999_999,
        "candidate": 999_999,
        "kind": "accept",
    },
    "view_change": {"shared": True},
    "view_save": {"name": "Mine", "filter": {}},
    "person_erase": {"username": "ada"},
    "project_make": {"slug": "theirs"},
    "scheme_set": {"version": 1, "span_labels": [], "item_labels": []},
    "references_fetch": {"refresh": False},
    "message_send": {"message_id": str(uuid.UUID(int=2)), "text": "Is this one right?"},
    "annotation_save": {
        "save_id": str(uuid.UUID(int=1)),
        "base_revision": 0,
        "answer_sha256": "0" * 64,
        "submit": False,
        "content": {"spans": [], "labels": {}, "nothing_to_mark": True},
    },
}
NO_IDS = (0, 999_999, 10**17, 10**18, 10**30, 2**63, "-1", "x", "1.5", "%00", "١")


@dataclass(frozen=True)
class Operation:
    method: str
    template: str
    name: str

    def path(self, **parts: object) -> str:
        known = {
            "language": "en",
            "reference": 1,
            "release": 1,
            "key": "nobody",
            "invitation": 1,
            "entry": 1,
            "exclusion": 1,
            "change": 1,
            "application": 1,
            "code": "none",
            "token": "none",
            "session": "none",
            "sha256": "0" * 64,
            "sign_on": 1,
            "view": 1,
            "verdict": 1,
            **parts,
        }
        return self.template.format(**known)

    def __str__(self) -> str:
        return self.name


OPERATIONS = [
    Operation(method, path, described["operationId"])
    for method, path, described in operations()
    if "{task}" not in path  # tests/api/tasks/test_task_permissions.py has the rules of shared tasks
]
IN_PROJECT = [each for each in OPERATIONS if "{slug}" in each.template]
OF_ITEMS = [each for each in IN_PROJECT if "{item}" in each.template]
OF_IMPORTS = [each for each in IN_PROJECT if "{id}" in each.template]


def every(which: list[Operation]) -> Any:
    return pytest.mark.parametrize("operation", which, ids=str)


def ask(api: Api, operation: Operation, *paths: str) -> dict[str, int]:
    """Call an operation that must be refused and return the status by path. Nothing may change."""
    before = snapshot()
    statuses = {}
    for path in paths:
        response = api.send(operation.method, path, BODIES.get(operation.name, {}))
        check_answer(operation.method, path, response)
        statuses[path] = response.status_code
    assert snapshot() == before
    return statuses


def refused(api: Api, operation: Operation, path: str) -> int:
    return ask(api, operation, path)[path]


@every(OPERATIONS)
def test_there_is_a_rule_for(operation):
    assert [operation.name in rule for rule in (ANYONE, LOGGED_IN, MEMBERS, CREATORS, LEADS)].count(True) == 1
    assert ("{slug}" in operation.template) == (operation.name in MEMBERS | CREATORS | LEADS)


@every(IN_PROJECT)
def test_a_foreign_and_an_unknown_project_get_the_same_response(cast: Cast, operation):
    answers = []
    for slug in ("beta", "no-such"):
        path = operation.path(slug=slug, item=cast.theirs.pk, id=cast.their_import.pk)
        response = Api(cast.ada).send(operation.method, path, BODIES.get(operation.name, {}))
        answers.append((response.status_code, response.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


@every(OF_ITEMS)
def test_an_item_of_another_project_is_not_found(cast: Cast, operation):
    """Even for otto, who has annotated the item and leads another project."""
    path = operation.path(slug="alpha", item=cast.theirs.pk)
    assert refused(Api(cast.lena), operation, path) == 404


@every(OF_IMPORTS)
def test_an_import_of_another_project_is_not_found(cast: Cast, operation):
    assert refused(Api(cast.lena), operation, operation.path(slug="alpha", id=cast.their_import.pk)) == 404
    assert Import.objects.filter(pk=cast.their_import.pk).exists()


@every([*OF_ITEMS, *OF_IMPORTS])
def test_unknown_ids_are_not_found(cast: Cast, operation):
    lena = Api(cast.lena)
    paths = [operation.path(slug="alpha", item=key, id=key) for key in NO_IDS]
    assert ask(lena, operation, *paths) == dict.fromkeys(paths, 404)


@every([each for each in OF_ITEMS if each.name in MEMBERS])
def test_an_unassigned_item_cannot_be_read_or_annotated(cast: Cast, operation):
    held = reserve(cast.alpha, cast.ada)
    assert refused(Api(cast.bo), operation, operation.path(slug="alpha", item=held.pk)) == 404


def test_no_item_of_another_language_is_assigned(cast: Cast):
    for _ in range(4):
        item = Api(cast.bo).post("/projects/alpha/next/")["item"]
        if item is None:
            break
        assert item["language"] == "en"
        Api(cast.bo).post(f"/projects/alpha/items/{item['id']}/skip/", SKIP, status=204)
    assert Api(cast.bo).post("/projects/alpha/next/")["item"] is None


def test_a_former_member_has_no_access(cast: Cast):
    api = Api(cast.ada)
    api.get("/projects/alpha/")
    cast.ada.membership_set.update(ended_at=timezone.now())
    api.get("/projects/alpha/", status=404)


def test_an_unknown_url_gets_a_problem_document():
    Api().get("/nothing/", status=404)


@pytest.mark.parametrize("method", ["put", "delete", "post"])
def test_an_unsupported_method_gets_a_problem_document(cast: Cast, method):
    Api(cast.lena).call(method, "/projects/alpha/", {}, status=405)
