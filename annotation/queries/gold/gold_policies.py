"""The policy that gold of a project is made by: the project's own, but for what is asked for otherwise."""

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
    """What is given in the words of a command or an address, in place of the project's own.

    Raises InvalidError, which names every field that is no policy, or none for the project's scheme.
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


_WORDS = ("policy", "threshold", "ties", "derive")


def policy_in_words(project: Project, words: str, side: str) -> GoldPolicy:
    """A policy as one text: `policy=merged threshold=2/3 ties=in min_annotations=2 collapse=… derive=…`.

    What is not said is the project's own, so "" is that. Raises InvalidError, which points to `side`.
    """
    pairs = [word.partition("=")[::2] for word in words.split()]
    said = {key: value for key, value in pairs if key in _WORDS}
    least = [value for key, value in pairs if key == "min_annotations"]
    collapse = [value for key, value in pairs if key == "collapse"]
    try:
        twice = len(said) + len(least) + len(collapse) < len(pairs) or len(least) > 1
        if twice or not all(value for _, value in pairs):
            known = ", ".join((*_WORDS, "min_annotations", "collapse"))
            raise _refusal(
                [
                    (
                        "",
                        f"a policy is words such as threshold=2/3, each said once and with a value; known are {known}",
                    )
                ]
            )
        if least and not re.fullmatch("[0-9]{1,4}", least[0]):
            raise _refusal([("/min_annotations", "a whole number")])
        return gold_policy(
            project, **said, min_annotations=int(least[0]) if least else None, collapse=collapse
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
