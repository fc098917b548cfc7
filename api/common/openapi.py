"""Helpers for the OpenAPI description."""

from collections.abc import Callable
from dataclasses import make_dataclass
from functools import cache
from types import GenericAlias
from typing import Any

from drf_spectacular.openapi import AutoSchema as BaseSchema
from rest_framework.permissions import SAFE_METHODS, AllowAny

from api.common.errors import MEDIA_TYPE
from api.common.problem import Problem
from api.common.response_schema import component_name

# Responses that any operation may have, because the server refuses before the operation sees the request: name in the
# schema and description by status.
ALWAYS = {
    "406": ("NotAcceptable", "The client accepts no media type that the operation has."),
    "408": ("TooSlow", "The body does not arrive in time."),
    "413": ("TooLarge", "The body is too large."),
    "429": ("TooMany", "Too many requests, attempts or connections."),
    "503": (
        "Unavailable",
        "The server restarts, its database is busy, or a part that it needs does not answer.",
    ),
}
OF_BODIES = {
    "415": ("UnsupportedMediaType", "The body is of another media type.")
}  # of operations with a body
OF_CHANGES = {"507": ("DiskFull", "The disk is full.")}  # of operations that write


def add_shared_responses(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add the responses that operations refer to. A hook of drf-spectacular."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    result["components"]["responses"] = {
        name: {"description": description, "content": content}
        for name, description in (ALWAYS | OF_BODIES | OF_CHANGES).values()
    }
    return result


@cache
def listing(of: type) -> Any:
    """Return the type of `{results, next}`: one page of a list, and the cursor of the next page or null."""
    fields = [("results", GenericAlias(list, (of,))), ("next", str | None)]
    return make_dataclass(f"{component_name(of)}List", fields, frozen=True)


class AutoSchema(BaseSchema):
    """Adds to every operation the error responses that follow from its request and from attributes of its view.

    `for_leads`: only leads may call it. `for_some`: only members who have a right to it. `by_address`: its URL may name
    an object that does not exist. `conflicts`: its changes may be based on a stale state. `hands_out`: it serves stored
    files, which may be missing for now or deleted for good. `token_scopes`: it accepts API tokens.
    """

    def get_auth(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = super().get_auth()
        accepts_tokens = bool(getattr(self.view, "token_scopes", ()))
        return [each for each in found if accepts_tokens or "token" not in each]

    def _get_parameters(self) -> list[dict[str, Any]]:
        """An optional parameter of a query may be empty, which is the same as to leave it out."""
        parameters: list[dict[str, Any]] = super()._get_parameters()
        for each in parameters:
            if each["in"] == "query" and not each.get("required"):
                each["allowEmptyValue"] = True
        return parameters

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        describe: Callable[..., Any] = self._get_response_for_code
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._error_statuses():
            bodies.setdefault(status, describe(Problem, status, [MEDIA_TYPE], direction))
        shared = ALWAYS if self.method in SAFE_METHODS else ALWAYS | OF_CHANGES
        if self._has_body():
            shared = shared | OF_BODIES
        for status, (name, _) in shared.items():
            bodies[status] = {"$ref": f"#/components/responses/{name}"}
        return dict(sorted(bodies.items()))

    def _error_statuses(self) -> list[str]:
        changes = self.method not in SAFE_METHODS
        has_body = self._has_body()
        asks = bool(self.get_override_parameters())
        hands_out = getattr(self.view, "hands_out", False)
        by_anyone = AllowAny in self.view.permission_classes
        by_link = "{code}" in self.path
        for_some = getattr(self.view, "for_leads", False) or getattr(self.view, "for_some", False)
        accepts_tokens = bool(getattr(self.view, "token_scopes", ()))
        applies = {
            "400": has_body,
            "401": has_body or not by_anyone or accepts_tokens,
            "403": changes or by_link or for_some or accepts_tokens,
            "404": by_link
            or "{slug}" in self.path
            or "{task}" in self.path
            or getattr(self.view, "by_address", False),
            "409": hands_out or (changes and getattr(self.view, "conflicts", False)),
            "410": hands_out,
            "422": has_body or asks,
        }
        return [status for status, does in applies.items() if does]

    def _has_body(self) -> bool:
        return self.method in {"POST", "PUT", "PATCH"} and self.get_request_serializer() is not None
