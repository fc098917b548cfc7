"""A person's own account."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictTextField
from foundation.email_templates import LOCALES


class BrowserSessionSerializer(Shape):
    """Where the person is logged in. `browser` and `system` are names, "" where not known; `current`: it asks."""

    id = s.CharField()
    browser = s.CharField(allow_blank=True)
    system = s.CharField(allow_blank=True)
    seen_at = s.DateTimeField(allow_null=True)
    current = s.BooleanField()


class SignOnSerializer(Shape):
    """An account elsewhere by which the person logs in. Empty `provider`: the site does not offer it any more."""

    id = s.IntegerField()
    provider = s.CharField(allow_blank=True)
    name = s.CharField(allow_blank=True)


class OwnAccountSerializer(Shape):
    email = s.CharField(allow_blank=True)
    has_password = s.BooleanField()
    sign_ons = SignOnSerializer(many=True)
    sessions = BrowserSessionSerializer(many=True)


class ChangeEmailSerializer(Shape):
    """The present password beside it: whoever has the address can set a new one."""

    email = StrictTextField(allow_blank=True, max_length=254)
    password = StrictTextField(max_length=1_000)


class ChangePasswordSerializer(Shape):
    old = StrictTextField(max_length=1_000)
    new = StrictTextField(max_length=1_000)


class AskForResetSerializer(Shape):
    """`locale`: of the letter."""

    email = StrictTextField(max_length=254)
    locale = s.ChoiceField(choices=LOCALES, required=False, default="en")


class ResetOfferSerializer(Shape):
    username = s.CharField()


class NewPasswordSerializer(Shape):
    password = StrictTextField(max_length=1_000)


class AccountSerializer(Shape):
    """An account that is to be made."""

    username = StrictTextField(max_length=150)
    name = StrictTextField(required=False, default="", allow_blank=True, max_length=300)
    password = StrictTextField(max_length=1_000)
