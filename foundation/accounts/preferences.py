"""Keep what a person has set for themselves."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from foundation.accounts.person_queries import PreferencesData, preferences_of
from foundation.accounts.preference_rules import problems
from foundation.errors import FieldError, InvalidError
from foundation.models import Preferences
from foundation.write_transaction import writing


def set_preferences(user: User, value: Mapping[str, Any]) -> PreferencesData:
    """`value`, untrusted JSON, in place of all that was set before. Raises InvalidError."""
    errors = [FieldError(*problem) for problem in sorted(problems(value))]
    if errors:
        raise InvalidError(f"{errors[0].pointer[1:]}: {errors[0].detail}", errors=errors)
    with writing():
        Preferences.objects.update_or_create(user=user, defaults={"value": dict(value)})
    return preferences_of(user)
