"""Requests for the user's own account."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictTextField
from foundation.email_templates import LOCALES


class ChangeEmailSerializer(Shape):
    """`password`: the current one, because people who read the address's e-mail can set a new password."""

    email = StrictTextField(allow_blank=True, max_length=254)
    password = StrictTextField(max_length=1_000)


class ChangePasswordSerializer(Shape):
    old = StrictTextField(max_length=1_000)
    new = StrictTextField(max_length=1_000)


class CurrentPasswordSerializer(Shape):
    password = StrictTextField(max_length=1_000)


class CodeSerializer(Shape):
    """`code`: six digits of the authenticator app."""

    code = StrictTextField(max_length=20)


class PasswordAndCodeSerializer(Shape):
    """`code`: six digits of the authenticator app, or a recovery code."""

    password = StrictTextField(max_length=1_000)
    code = StrictTextField(max_length=20)


class RequestResetSerializer(Shape):
    """`locale`: language of the e-mail."""

    email = StrictTextField(max_length=254)
    locale = s.ChoiceField(choices=LOCALES, required=False, default="en")


class NewPasswordSerializer(Shape):
    password = StrictTextField(max_length=1_000)


class AccountSerializer(Shape):
    """A new account."""

    username = StrictTextField(max_length=150)
    name = StrictTextField(required=False, default="", allow_blank=True, max_length=300)
    password = StrictTextField(max_length=1_000)
