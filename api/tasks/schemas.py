"""Requests for tasks, phases and tracks."""

from datetime import datetime
from typing import Any, Final, NotRequired, TypedDict

from rest_framework import serializers as s

from api.common.base_schema import Change, Shape
from api.common.problem import Problem
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from evaluation.queries.tasks.choices import BOARD_RULES, PHASE_KINDS, REGISTRATIONS, VISIBILITIES
from foundation.email_templates import LOCALES
from foundation.zoned_time import instant

TIMES: Final = ("starts_at", "ends_at", "results_at", "names_at", "gold_at")


class CurrentVersion(TypedDict):
    version: int


class StaleVersion(Problem):
    """`current`: there if somebody else has changed it meanwhile."""

    current: NotRequired[CurrentVersion]


class NewTaskSerializer(Shape):
    """`project` and `release`: the project's slug and the id of one of its releases."""

    slug = StrictTextField(max_length=50)
    name = StrictTextField(max_length=200)
    project = StrictTextField(max_length=50)
    release = StrictIntegerField(min_value=1, max_value=10**18)


class ChangeTaskSerializer(Change):
    """`version`: the one that was changed."""

    version = StrictIntegerField(min_value=0)
    name = StrictTextField(required=False, max_length=200)
    description = StrictTextField(required=False, allow_blank=True, max_length=100_000)
    terms = StrictTextField(required=False, allow_blank=True, max_length=100_000)
    registration = s.ChoiceField(choices=REGISTRATIONS, required=False)
    published = StrictBooleanField(required=False)


class LocalTimeSerializer(Shape):
    """A wall-clock time, such as 2027-01-15T23:59, and its zone: a name of the IANA database, or AoE (UTC−12)."""

    at = StrictTextField(max_length=32)
    zone = StrictTextField(max_length=64)


class NewPhaseSerializer(Shape):
    """`visibility`: by default blind in a test phase, else an open board. `gold_at`: by default the start of a
    development phase, else never.
    """

    slug = StrictTextField(max_length=50)
    name = StrictTextField(max_length=100)
    kind = s.ChoiceField(choices=PHASE_KINDS)
    split = StrictTextField(max_length=40)
    starts_at = LocalTimeSerializer()
    ends_at = LocalTimeSerializer(required=False, allow_null=True)
    results_at = LocalTimeSerializer(required=False, allow_null=True)
    names_at = LocalTimeSerializer(required=False, allow_null=True)
    gold_at = LocalTimeSerializer(required=False, allow_null=True)
    visibility = s.ChoiceField(choices=VISIBILITIES, required=False)
    board_rule = s.ChoiceField(choices=BOARD_RULES, required=False)
    daily_cap = StrictIntegerField(required=False, min_value=0, max_value=1_000)
    total_cap = StrictIntegerField(required=False, min_value=0, max_value=100_000)
    daily_attempts = StrictIntegerField(required=False, min_value=1, max_value=10_000)


class ChangePhaseSerializer(Change):
    """`version`: the one that was changed. `reason`: of a new end of a phase that has begun."""

    version = StrictIntegerField(min_value=0)
    reason = StrictTextField(required=False, allow_blank=True, max_length=500)
    slug = StrictTextField(required=False, max_length=50)
    name = StrictTextField(required=False, max_length=100)
    kind = s.ChoiceField(choices=PHASE_KINDS, required=False)
    split = StrictTextField(required=False, max_length=40)
    starts_at = LocalTimeSerializer(required=False)
    ends_at = LocalTimeSerializer(required=False, allow_null=True)
    results_at = LocalTimeSerializer(required=False, allow_null=True)
    names_at = LocalTimeSerializer(required=False, allow_null=True)
    gold_at = LocalTimeSerializer(required=False, allow_null=True)
    visibility = s.ChoiceField(choices=VISIBILITIES, required=False)
    board_rule = s.ChoiceField(choices=BOARD_RULES, required=False)
    daily_cap = StrictIntegerField(required=False, min_value=0, max_value=1_000)
    total_cap = StrictIntegerField(required=False, min_value=0, max_value=100_000)
    daily_attempts = StrictIntegerField(required=False, min_value=1, max_value=10_000)


class PauseSerializer(Shape):
    reason = StrictTextField(max_length=500)


class NewTrackSerializer(Shape):
    """`language` empty: items of all languages. `metrics`: by default all; the first ranks, the second decides ties."""

    slug = StrictTextField(max_length=50)
    name = StrictTextField(max_length=100)
    language = StrictTextField(required=False, default="", allow_blank=True, max_length=64)
    metrics = s.ListField(child=StrictTextField(max_length=64), required=False, default=list, max_length=50)
    confidence = StrictBooleanField(
        required=False, default=False, help_text="Scores are confidence: lower ones are riskier."
    )


class ChangeTrackSerializer(Change):
    slug = StrictTextField(required=False, max_length=50)
    name = StrictTextField(required=False, max_length=100)
    language = StrictTextField(required=False, allow_blank=True, max_length=64)
    metrics = s.ListField(child=StrictTextField(max_length=64), required=False, max_length=50)
    confidence = StrictBooleanField(required=False)


class AttachGoldSerializer(Shape):
    """`project` and `release`: the project's slug and the id of one of its releases. `note`: what was fixed."""

    project = StrictTextField(max_length=50)
    release = StrictIntegerField(min_value=1, max_value=10**18)
    note = StrictTextField(required=False, default="", allow_blank=True, max_length=500)


class NewAnnouncementSerializer(Shape):
    """`email`: send it to all members of teams."""

    title = StrictTextField(max_length=200)
    text = StrictTextField(max_length=20_000, help_text="Markdown.")
    email = StrictBooleanField(required=False, default=False)


class MarkReadSerializer(Shape):
    what = s.ChoiceField(choices=["announcements", "messages"])


class SendTaskMessageSerializer(Shape):
    """`team`: for organizers, the id of the team."""

    text = StrictTextField(max_length=5_000)
    team = StrictIntegerField(required=False, allow_null=True, min_value=1, max_value=10**18)


class NewTaskInvitationSerializer(Shape):
    """`role`: organizer, or registration of teams. `email`: the link is sent to it. `locale`: of the e-mail."""

    role = s.ChoiceField(choices=["organizer", "registration"])
    note = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    email = StrictTextField(required=False, default="", allow_blank=True, max_length=254)
    days = StrictIntegerField(required=False, default=14)
    max_uses = StrictIntegerField(required=False, default=1)
    locale = s.ChoiceField(choices=LOCALES, required=False, default="en")


def with_instants(given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a phase with instants for wall-clock times, and the zone of its first date.

    Raises InvalidError, which names the field.
    """
    fields = dict(given)
    for name in TIMES:
        local = given.get(name)
        if local is not None:
            found: datetime = instant(local["at"], local["zone"], name)
            fields[name] = found
            fields.setdefault("zone", local["zone"])
    return fields
