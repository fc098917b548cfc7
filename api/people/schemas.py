"""People and invitations."""

from rest_framework import serializers as s

from annotation.queries.projects.access import Role
from annotation.services.people.invitations import MAX_ADDRESSES
from api.accounts.schemas import AccountSerializer
from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField
from foundation.email_templates import LOCALES


class ChangePersonSerializer(Change):
    role = s.ChoiceField(choices=Role.choices, required=False)
    languages = s.ListField(child=StrictTextField(), required=False, max_length=1_000)
    creation = StrictBooleanField(required=False, help_text="Whether an annotator may choose candidates.")
    paused = StrictBooleanField(required=False)
    ended = StrictBooleanField(required=False)


class ErasePersonSerializer(Shape):
    """`username`: typed by the lead as a confirmation, as leads see it."""

    username = StrictTextField(max_length=150)


class InviteSerializer(Shape):
    role = s.ChoiceField(choices=Role.choices)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    days = StrictIntegerField(required=False, default=14)
    max_uses = StrictIntegerField(required=False, default=1, allow_null=True)
    note = StrictTextField(required=False, default="", allow_blank=True, max_length=200)


class InviteByEmailSerializer(Shape):
    """One invitation per address. `locale`: language of the e-mails."""

    emails = s.ListField(child=StrictTextField(max_length=254), max_length=MAX_ADDRESSES)
    role = s.ChoiceField(choices=Role.choices)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    days = StrictIntegerField(required=False, default=14)
    locale = s.ChoiceField(choices=LOCALES, required=False, default="en")


class JoinSerializer(Shape):
    account = AccountSerializer(required=False, help_text="A new account, unless the user is logged in.")
