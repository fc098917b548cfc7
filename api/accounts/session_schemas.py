"""Requests of login and single sign-on, and user preferences."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.response_schema import describes
from api.common.strict_fields import StrictNumberField, StrictTextField
from foundation.accounts.person_queries import PreferencesData
from foundation.accounts.preference_rules import LINE_HEIGHT, MAX_SHORTCUT_LENGTH, SNAPS, TEXT_SIZE, THEMES


@describes(PreferencesData)
class PreferencesSerializer(Shape):
    """`locale` "": the browser's. `time_zone` "": UTC. `text_size`, `line_height`: factors. `keys`: by command."""

    locale = StrictTextField(allow_blank=True)
    theme = s.ChoiceField(choices=THEMES)
    text_size = StrictNumberField(min_value=TEXT_SIZE[0], max_value=TEXT_SIZE[1])
    line_height = StrictNumberField(min_value=LINE_HEIGHT[0], max_value=LINE_HEIGHT[1])
    snap = s.DictField(child=s.ChoiceField(choices=SNAPS))
    keys = s.DictField(child=StrictTextField(allow_blank=True, max_length=MAX_SHORTCUT_LENGTH))
    time_zone = StrictTextField(allow_blank=True)


class SignOnRequestSerializer(Shape):
    """`next`: the page to open after the login. `code`: of an invitation to a project, which permits a new account.

    `task_code`: the same of an invitation to a shared task. The browser returns to the page of that invitation.
    """

    provider = StrictTextField(max_length=50)
    next = StrictTextField(max_length=2_000, required=False, default="", allow_blank=True)
    code = StrictTextField(max_length=100, required=False, default="", allow_blank=True)
    task_code = StrictTextField(max_length=100, required=False, default="", allow_blank=True)


class LinkAccountSerializer(Shape):
    """`password`: the current one, if the account has one."""

    provider = StrictTextField(max_length=50)
    password = StrictTextField(max_length=1_000, required=False, default="", allow_blank=True)


class LoginSerializer(Shape):
    """`code`: of the authenticator app, or a recovery code; asked for by 401 `code_required` after the password."""

    username = StrictTextField(max_length=150, trim_whitespace=True)  # a phone's keyboard adds a space
    password = StrictTextField(max_length=1_000)
    code = StrictTextField(max_length=20, required=False, default="", allow_blank=True)
