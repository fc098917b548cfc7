"""Requests of teams, their invitations and fact sheets."""

from typing import NotRequired, TypedDict

from rest_framework import serializers as s

from api.accounts.schemas import AccountSerializer
from api.common.base_schema import Change, Shape
from api.common.problem import Problem
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from foundation.email_templates import LOCALES


class CurrentTerms(TypedDict):
    terms_version: int


class TermsChanged(Problem):
    """`current`: there if the terms have changed."""

    current: NotRequired[CurrentTerms]


class RegisterTeamSerializer(Shape):
    """`terms_version`: the one that was shown and accepted. `invitation`: the code of one to register a team."""

    name = StrictTextField(max_length=400)
    affiliation = StrictTextField(required=False, default="", allow_blank=True, max_length=400)
    terms_version = StrictIntegerField()
    invitation = StrictTextField(required=False, default="", allow_blank=True, max_length=32)


class ChangeTeamSerializer(Change):
    """`terms_version`: accept this version of the terms, the current one."""

    name = StrictTextField(required=False, max_length=400)
    affiliation = StrictTextField(required=False, allow_blank=True, max_length=400)
    terms_version = StrictIntegerField(required=False)


class DecideTeamSerializer(Change):
    """`reason`: required to refuse or disqualify; members of the team see it."""

    state = s.ChoiceField(choices=["approved", "refused"], required=False)
    disqualified = StrictBooleanField(required=False)
    reason = StrictTextField(required=False, allow_blank=True, max_length=500)
    name = StrictTextField(required=False, max_length=400)


class MergeTeamsSerializer(Shape):
    """`into`: the id of the team that the other one counts as from then on."""

    into = StrictIntegerField(min_value=0, max_value=10**18 - 1)


class InviteToTeamSerializer(Shape):
    """The invitation is sent to `email` if that is given. `locale`: the language of the e-mail."""

    note = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    email = StrictTextField(required=False, default="", allow_blank=True, max_length=254)
    days = StrictIntegerField(required=False, default=14)
    max_uses = StrictIntegerField(required=False, default=1)
    locale = s.ChoiceField(choices=LOCALES, required=False, default="en")


class JoinTaskSerializer(Shape):
    account = AccountSerializer(required=False, help_text="A new account, unless the user is logged in.")


class NewFactSheetQuestionSerializer(Shape):
    key = StrictTextField(max_length=40)
    text = StrictTextField(max_length=500)
    kind = s.ChoiceField(choices=["text", "yes_no", "choice"])
    choices = s.ListField(child=StrictTextField(max_length=100), required=False, default=list, max_length=50)
    required = StrictBooleanField(required=False, default=False)  # type: ignore[assignment]  # a key of the question


class ChangeFactSheetSerializer(Shape):
    """`version`: the one that was changed. The questions get the next one."""

    version = StrictIntegerField()
    questions = s.ListField(child=NewFactSheetQuestionSerializer(), max_length=50)


class AnswerSerializer(Shape):
    """`version`: of the answers that are replaced. `sheet`: of the questions. `answers`: text or boolean by key."""

    version = StrictIntegerField()
    sheet = StrictIntegerField()
    answers = s.DictField()
