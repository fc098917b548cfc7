"""Store user preferences."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from foundation.accounts.person_queries import PreferencesData, preferences_data
from foundation.accounts.preference_rules import problems
from foundation.errors import FieldError, InvalidError
from foundation.models import Preferences
from foundation.write_transaction import write_transaction


def set_preferences(user: User, value: Mapping[str, Any]) -> PreferencesData:
    """Replace all preferences of the user by untrusted JSON and return them. Raises InvalidError."""
    errors = [FieldError(*problem) for problem in sorted(problems(value))]
    if errors:
        raise InvalidError(f"{errors[0].pointer[1:]}: {errors[0].detail}", errors=errors)
    with write_transaction():
        row, _ = Preferences.objects.update_or_create(user=user, defaults={"value": dict(value)})
    return preferences_data(row.value)
