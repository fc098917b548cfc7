"""Releases as their project lists them, and the files of one as they are handed out."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.db.models import QuerySet

from annotation.domain.gold_policy import GoldPolicy, from_json
from annotation.domain.release.compare import Comparison, ReleaseSide, compare, read_side
from annotation.domain.release.layout import EMBARGO, withheld_paths
from annotation.domain.release.zipped import zip_pieces
from annotation.errors import ConflictError, GoneError, NotFoundError, UnavailableError
from annotation.models import Project, Release
from annotation.queries.freezing import enough
from annotation.queries.projects import minimum_under_policy
from annotation.queries.release_files import directory_of, imported_ids

_KEPT = (Release.State.READY, Release.State.WITHDRAWN)


def releases_of(project: Project) -> QuerySet[Release]:
    return Release.objects.filter(project=project).select_related("job", "created_by", "project")


def release_by_name(project: Project, name: str) -> Release:
    """One that could be built, or is being built. Raises NotFoundError."""
    found = releases_of(project).filter(name=name).exclude(state=Release.State.FAILED).first()
    if found is None:
        raise NotFoundError(f"There is no release “{name[:60]}”.", code="no_release")
    return found


def release_json(release: Release, now: datetime) -> dict[str, Any]:
    job = release.job
    return {
        "id": release.pk,
        "name": release.name,
        "state": release.state,
        "done": job.done if job else 0,
        "total": job.total if job else 0,
        "policy": from_json(release.request["policy"]).describe(),
        "evidence": release.request["evidence"],
        "comments": release.request["comments"],
        "counts": [
            {"language": language, "split": split, **each}
            for language, splits in sorted(release.counts.items())
            for split, each in sorted(splits.items())
        ],
        "left_out": release.left_out,
        "manifest_sha256": release.manifest_sha256,
        "frozen_at": release.frozen_at,
        "embargo": sorted(release.embargo),
        "opens_on": release.opens_on,
        "held_back": is_held_back(release, now),
        "reissue_due": release.reissue_due,
        "withdrawn_at": release.withdrawn_at,
        "withdrawn_reason": release.withdrawn_reason,
        "message": release.message,
        "notes": release.notes,
        "created_by": release.created_by.username if release.created_by else "",
        "created_at": release.created_at,
    }


def is_held_back(release: Release, now: datetime) -> bool:
    """Whether the embargo, if there is one, goes on. Its day begins at midnight UTC."""
    if not release.embargo or release.opened_at:
        return False
    return release.opens_on is None or now.astimezone(UTC).date() < release.opens_on


def preview(project: Project, policy: GoldPolicy, languages: Sequence[str]) -> list[dict[str, Any]]:
    """By language, what a release would hold: items with enough annotations, and those with fewer."""
    minimum = minimum_under_policy(project, policy, languages)
    return [
        {
            "language": language,
            "minimum": minimum[language],
            "items": each["ready"],
            "left_out": each["short"],
        }
        for language, each in enough(project, minimum).items()
    ]


def zip_of(release: Release, now: datetime, *, lead: bool) -> Iterator[bytes]:
    """The whole directory as one zip. While an embargo goes on, without the files that would give its gold away.

    Raises GoneError for a withdrawn release, except to leads; ConflictError where it is not built; UnavailableError.
    """
    if release.state == Release.State.WITHDRAWN and not lead:
        raise GoneError(f"“{release.name}” was withdrawn: {release.withdrawn_reason}", code="withdrawn")
    if release.state not in _KEPT:
        raise ConflictError(f"“{release.name}” is not built.", code="not_ready")
    if release.reissue_due:
        raise _built_anew(release)
    directory = directory_of(release)
    paths = [path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()]
    more = {}
    if is_held_back(release, now):
        held = sorted(withheld_paths(paths, frozenset(release.embargo)))
        paths = [path for path in paths if path not in held]
        opens = release.opens_on.isoformat() if release.opens_on else None
        told = {"splits": sorted(release.embargo), "opens_on": opens, "withheld": held}
        more[EMBARGO] = f"{json.dumps(told, indent=1)}\n".encode()
    folder = f"{release.project.slug}-{release.name}"
    return zip_pieces(directory, paths, folder, more)


def _built_anew(release: Release) -> UnavailableError:
    return UnavailableError(
        f"“{release.name}” is being built anew without somebody's comments.", code="reissue"
    )


def comparison_json(before: Release, after: Release) -> dict[str, Any]:
    found = comparison(before, after)
    kinds: Counter[str] = sum(found.counts.values(), Counter())
    return {
        "before": found.before,
        "after": found.after,
        "items_before": found.items_before,
        "items_after": found.items_after,
        "renamed": found.renamed,
        "reused": found.reused,
        "policy": [dict(zip(("what", "before", "after"), each, strict=True)) for each in found.policy],
        "counts": [{"kind": kind, "items": items} for kind, items in sorted(kinds.items())],
        "changes": [
            asdict(change)
            | {"reasons": [{"kind": kind, "annotator": annotator} for kind, annotator in change.reasons]}
            for change in found.changes
        ],
    }


def comparison(before: Release, after: Release) -> Comparison:
    """Raises ConflictError where one of them is not built, UnavailableError while one is exchanged for another."""
    for each in (before, after):
        if each.state not in _KEPT:
            raise ConflictError(f"“{each.name}” is not built.", code="not_ready")
    return compare(_side(before), _side(after))


def _side(release: Release) -> ReleaseSide:
    try:
        return read_side(directory_of(release), imported_ids(release))
    except FileNotFoundError as error:
        raise _built_anew(release) from error
