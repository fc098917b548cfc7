"""Gold policies of a project: its own, or with requested changes."""

import re
from collections.abc import Sequence

from annotation.models import Project
from annotation.queries.projects.access import scheme_of
from foundation.errors import FieldError, InvalidError
from morelkit.gold.gold_options import chosen_policy
from morelkit.gold.policy import GoldPolicy, GoldPolicyError


def project_gold_policy(project: Project) -> GoldPolicy:
    return GoldPolicy(normalization=project.policy)


def gold_policy(
    project: Project,
    *,
    policy: str = "",
    threshold: str = "",
    ties: str = "",
    min_annotations: int | None = None,
    collapse: Sequence[str] = (),
    derive: str = "",
) -> GoldPolicy:
    """The project's gold policy with the given parts replaced, as text from a command or URL.

    Raises InvalidError that names every field that is invalid or does not fit the project's scheme.
    """
    try:
        return chosen_policy(
            project_gold_policy(project),
            scheme_of(project),
            policy=policy,
            threshold=threshold,
            ties=ties,
            min_annotations=min_annotations,
            collapse=collapse,
            derive=derive,
        )
    except GoldPolicyError as error:
        raise _refusal(error.problems) from error


_KEYS = ("policy", "threshold", "ties", "derive")


def parse_policy(project: Project, text: str, side: str) -> GoldPolicy:
    """Parse a policy such as `policy=merged threshold=2/3 ties=in min_annotations=2 collapse=… derive=…`.

    Absent parts are the project's own; "" is the project's policy. Raises InvalidError with pointers below `side`.
    """
    pairs = [word.partition("=")[::2] for word in text.split()]
    values = {key: value for key, value in pairs if key in _KEYS}
    minimum = [value for key, value in pairs if key == "min_annotations"]
    collapse = [value for key, value in pairs if key == "collapse"]
    try:
        twice = len(values) + len(minimum) + len(collapse) < len(pairs) or len(minimum) > 1
        if twice or not all(value for _, value in pairs):
            known = ", ".join((*_KEYS, "min_annotations", "collapse"))
            raise _refusal(
                [
                    (
                        "",
                        f"a policy is words such as threshold=2/3, each said once and with a value; known are {known}",
                    )
                ]
            )
        if minimum and not re.fullmatch("[0-9]{1,4}", minimum[0]):
            raise _refusal([("/min_annotations", "a whole number")])
        return gold_policy(
            project, **values, min_annotations=int(minimum[0]) if minimum else None, collapse=collapse
        )
    except InvalidError as error:
        errors = [FieldError(f"/{side}{each.pointer}", each.code, each.detail) for each in error.errors]
        raise InvalidError(f"{side}: {error.detail}", code=error.code, errors=errors) from error


def _refusal(problems: Sequence[tuple[str, str]]) -> InvalidError:
    errors = [
        FieldError(pointer.replace("/normalization", "/policy"), "gold_policy", f"{detail}.")
        for pointer, detail in problems
    ]
    where = errors[0].pointer.removeprefix("/")
    return InvalidError(": ".join(filter(None, (where, errors[0].detail))), code="gold_policy", errors=errors)
