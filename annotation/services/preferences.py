"""Keep what a person has set for themselves."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User

from annotation.domain.preferences import problems
from annotation.errors import FieldError, InvalidError
from annotation.models import Preferences
from annotation.queries.people import preferences_of
from annotation.writing import writing


def set_preferences(user: User, value: Mapping[str, Any]) -> dict[str, Any]:
    """`value`, untrusted JSON, in place of all that was set before. Raises InvalidError."""
    errors = [FieldError(*problem) for problem in sorted(problems(value))]
    if errors:
        raise InvalidError(f"{errors[0].pointer[1:]}: {errors[0].detail}", errors=errors)
    with writing():
        Preferences.objects.update_or_create(user=user, defaults={"value": dict(value)})
    return preferences_of(user)
