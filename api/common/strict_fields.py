"""Request fields that accept only the JSON type itself: not "true" for true, not 1.0 or "1" for 1."""

import uuid
from typing import Any

from rest_framework import serializers as s


class StrictBooleanField(s.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictIntegerField(s.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictNumberField(s.FloatField):
    def to_internal_value(self, data: Any) -> float:
        if type(data) not in {int, float}:
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictUUIDField(s.UUIDField):
    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class StrictTextField(s.CharField):
    """A text field that keeps leading and trailing white space by default.

    `trim_whitespace`: remove it after validation, so that the lengths in the schema are those of what is sent.
    """

    def __init__(self, *, trim_whitespace: bool = False, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)
        self._trims = trim_whitespace

    def run_validation(self, data: Any = s.empty) -> Any:
        value = super().run_validation(data)
        return value.strip() if self._trims and isinstance(value, str) else value

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data
