"""Reads of releases: list, preview, comparison and download."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Annotated, Literal, cast

from django.db.models import QuerySet

from annotation.models import Project, Release, Selection
from annotation.queries.projects.access import minimum_under_policy, record_format_of
from annotation.queries.references.item_images import stored_images
from annotation.queries.releases.release_candidates import decided_below
from annotation.queries.releases.release_files import imported_ids, release_directory
from annotation.queries.statistics.rollups import ready_items
from foundation.errors import ConflictError, GoneError, NotFoundError, UnavailableError
from morelkit.gold.policy import GoldPolicy, from_json
from morelkit.release.compare import MAX_LISTED, Change, Comparison, ReleaseSide, compare, read_side
from morelkit.release.embargo import partial_files
from morelkit.release.layout import withheld_paths
from morelkit.release.parquet import pyarrow_version
from morelkit.release.zip_stream import zip_pieces

_BUILT_STATES = (Release.State.READY, Release.State.WITHDRAWN)


ChangeKind = Literal["added", "removed", "moved", "hard", "soft", "record"]
ReasonKind = Literal["new", "revised", "excluded", "gone", "decided", "policy"]


@dataclass(frozen=True)
class PartCounts:
    language: str
    split: str
    items: int
    annotations: int
    spans: int
    excluded: Annotated[int, "Excluded annotations."]
    decided: Annotated[int, "Items with a curator's decision."]


@dataclass(frozen=True)
class ReleaseData:
    """A release. `done` of `total`: progress of the build. `held_back`: the embargo has not ended."""

    id: int
    name: str
    state: Release.State
    done: int
    total: int
    policy: Annotated[str, "In words."]
    evidence: bool
    comments: bool
    counts: list[PartCounts]
    left_out: Annotated[int, "Items with too few annotations."]
    decided_left_out: Annotated[int, "Those of them that a curator has decided on."]
    selection: Annotated[str, "Name of the selection that its items are in; empty: none."]
    manifest_sha256: str
    frozen_at: datetime | None
    embargo: Annotated[list[str], "Splits under embargo when the release was built."]
    opens_on: date | None
    held_back: bool
    reissue_due: Annotated[bool, "The release is being rebuilt without the comments of an erased person."]
    published_at: Annotated[datetime | None, "Null: only leads can see it."]
    link: Annotated[str, "Path of the page that shows it without a login; empty: no link."]
    withdrawn_at: datetime | None
    withdrawn_reason: str
    message: Annotated[str, "Why the build failed."]
    notes: Annotated[str, "Markdown."]
    created_by: Annotated[str, "Empty: created on the command line."]
    created_at: datetime


@dataclass(frozen=True)
class PublishedRelease:
    """A published release, as members and people with its link see it."""

    id: int
    project: str
    name: str
    withdrawn: Annotated[str | None, "The reason; null: it is not withdrawn."]
    reissue_due: bool
    frozen_at: datetime | None
    policy: Annotated[str, "In words."]
    license: str
    counts: list[PartCounts]
    embargo: Annotated[list[str], "Splits whose gold is held back now."]
    opens_on: date | None
    notes: Annotated[str, "Markdown."]
    manifest_sha256: str


@dataclass(frozen=True, slots=True)
class ReleaseArchive:
    """A release as a download. `scope`: of the project's audit events."""

    release: str
    scope: str
    filename: str
    pieces: Iterator[bytes]


@dataclass(frozen=True)
class LanguagePreview:
    language: str
    minimum: Annotated[int, "Annotations an item needs."]
    items: int
    left_out: Annotated[int, "Items with too few annotations."]
    decided_left_out: Annotated[int, "Those of them that a curator has decided on."]


@dataclass(frozen=True)
class DefaultSplits:
    """Splits by share that the release form proposes for the project's record format."""

    shares: dict[str, int]
    stratify: Annotated[list[str], "Item labels with the same shares in every split."]


@dataclass(frozen=True)
class ReleasePreview:
    policy: Annotated[str, "In words."]
    parquet: Annotated[bool, "Whether this server can write Parquet."]
    selections: Annotated[list[str], "Names of the selections in use."]
    images: Annotated[int, "Image files of the project."]
    images_size: Annotated[int, "Bytes of these files."]
    seed: Annotated[int, "Of the project; the splits by share follow from it."]
    default_splits: DefaultSplits | None
    languages: list[LanguagePreview]


@dataclass(frozen=True)
class Reason:
    """Reason of a change. `annotator`: key of the annotator or curator; empty for a change of policy."""

    kind: ReasonKind
    annotator: str


@dataclass(frozen=True)
class LabelChange:
    """The gold value of a label of the whole answer; null in a tie and without votes."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class ReleaseChange:
    """A changed item. `before` and `after`: hard labels; null if the item is absent or the scheme has no spans.

    `labels`: labels of the whole answer whose gold value changed.
    """

    id: str
    language: str
    split: str
    kind: ChangeKind
    reasons: list[Reason]
    before: list[list[int]] | None
    after: list[list[int]] | None
    labels: list[LabelChange]


@dataclass(frozen=True)
class KindCount:
    kind: ChangeKind
    items: int


@dataclass(frozen=True)
class PolicyChange:
    what: str
    before: str
    after: str


@dataclass(frozen=True)
class ReleaseComparison:
    __doc__ = f"`changes`: at most the first {MAX_LISTED:,} of them; `counts` has them all."

    before: str
    after: str
    items_before: int
    items_after: int
    renamed: Annotated[int, "Items whose id has changed."]
    reused: Annotated[int, "Ids that now denote another item."]
    policy: list[PolicyChange]
    counts: list[KindCount]
    changes: list[ReleaseChange]


def releases_of(project: Project) -> QuerySet[Release]:
    return Release.objects.filter(project=project).select_related("job", "created_by", "project")


def release_by_name(project: Project, name: str) -> Release:
    """The release of this name that has not failed. Raises NotFoundError."""
    found = releases_of(project).filter(name=name).exclude(state=Release.State.FAILED).first()
    if found is None:
        raise NotFoundError(f"There is no release “{name[:60]}”.", code="no_release")
    return found


def release_of(project: Project, key: int) -> Release:
    """The release of the project with this id. Raises NotFoundError."""
    found = releases_of(project).filter(pk=key).first()
    if found is None:
        raise NotFoundError("There is no such release in this project.")
    return found


def release_data(release: Release, now: datetime) -> ReleaseData:
    job = release.job
    return ReleaseData(
        id=release.pk,
        name=release.name,
        state=Release.State(release.state),
        done=job.done if job else 0,
        total=job.total if job else 0,
        policy=from_json(release.request["policy"]).describe(),
        evidence=release.request["evidence"],
        comments=release.request["comments"],
        counts=_counts(release),
        left_out=release.left_out,
        decided_left_out=release.decided_left_out,
        selection=release.request.get("selection", {}).get("name", ""),
        manifest_sha256=release.manifest_sha256,
        frozen_at=release.frozen_at,
        embargo=sorted(release.embargo),
        opens_on=release.opens_on,
        held_back=is_held_back(release, now),
        reissue_due=release.reissue_due,
        published_at=release.published_at,
        link=f"/shared/{release.link_token}" if release.link_token else "",
        withdrawn_at=release.withdrawn_at,
        withdrawn_reason=release.withdrawn_reason,
        message=release.message,
        notes=release.notes,
        created_by=release.created_by.username if release.created_by else "",
        created_at=release.created_at,
    )


def is_held_back(release: Release, now: datetime) -> bool:
    """Return whether the release is under embargo. An embargo ends at midnight UTC."""
    if not release.embargo or release.opened_at:
        return False
    return release.opens_on is None or now.astimezone(UTC).date() < release.opens_on


def preview(project: Project, policy: GoldPolicy, languages: Sequence[str]) -> ReleasePreview:
    """Content of a release by language: items with enough annotations, and items left out."""
    minimum = minimum_under_policy(project, policy, languages)
    counts = ready_items(project, minimum).items()
    decided = decided_below(project, minimum)
    images = stored_images(project)
    records = record_format_of(project)
    return ReleasePreview(
        policy=policy.describe(),
        parquet=bool(pyarrow_version()),
        selections=list(
            Selection.objects.filter(project=project, archived_at=None)
            .order_by("name")
            .values_list("name", flat=True)
        ),
        images=images.count,
        images_size=images.size,
        seed=project.seed,
        default_splits=DefaultSplits(dict(records.split_shares), list(records.item_labels))
        if records.split_shares
        else None,
        languages=[
            LanguagePreview(language, minimum[language], each["ready"], each["short"], decided[language])
            for language, each in counts
        ],
    )


def downloadable(project: Project, key: int, *, lead: bool) -> Release:
    """The release, if the member may download it: leads any, others a published one. Raises NotFoundError."""
    found = release_of(project, key)
    if not lead and found.published_at is None:
        raise NotFoundError("There is no such release in this project.")
    return found


def require_ready(release: Release) -> Release:
    """Return the release if it is built and not withdrawn. Raises ConflictError, GoneError, UnavailableError."""
    if release.state == Release.State.WITHDRAWN:
        raise GoneError(f"“{release.name}” was withdrawn: {release.withdrawn_reason}", code="withdrawn")
    if release.state != Release.State.READY:
        raise ConflictError(f"“{release.name}” is not built.", code="not_ready")
    if release.reissue_due:
        raise _reissue_error(release)
    return release


def shared_release(token: str) -> Release:
    """The published release of a link. Raises NotFoundError for unknown, revoked and unpublished ones alike."""
    rows = Release.objects.filter(link_token=token, published_at__isnull=False).select_related("project")
    found = rows.first()
    if found is None:
        raise NotFoundError("The link is incomplete, or it was revoked.", code="no_link")
    return found


def published_releases(project: Project) -> QuerySet[Release]:
    rows = Release.objects.filter(project=project, published_at__isnull=False, state__in=_BUILT_STATES)
    return rows.select_related("project").order_by("-pk")


def published_data(release: Release, now: datetime) -> PublishedRelease:
    withdrawn = release.state == Release.State.WITHDRAWN
    return PublishedRelease(
        id=release.pk,
        project=release.project.name,
        name=release.name,
        withdrawn=release.withdrawn_reason if withdrawn else None,
        reissue_due=release.reissue_due,
        frozen_at=release.frozen_at,
        policy=from_json(release.request["policy"]).describe(),
        license=release.request["license"],
        counts=_counts(release),
        embargo=sorted(release.embargo) if is_held_back(release, now) else [],
        opens_on=release.opens_on,
        notes=release.notes,
        manifest_sha256=release.manifest_sha256,
    )


def _counts(release: Release) -> list[PartCounts]:
    return [
        PartCounts(language, split, **{"decided": 0, **each})
        for language, splits in sorted(release.counts.items())
        for split, each in sorted(splits.items())
    ]


def release_zip(release: Release, now: datetime, *, lead: bool) -> Iterator[bytes]:
    """The directory of a release as a zip, under embargo without the files that reveal its gold, and with its own card.

    Raises GoneError for a withdrawn release except to leads, ConflictError for one that is not built, and
    UnavailableError for one that is being reissued.
    """
    if release.state == Release.State.WITHDRAWN and not lead:
        raise GoneError(f"“{release.name}” was withdrawn: {release.withdrawn_reason}", code="withdrawn")
    if release.state not in _BUILT_STATES:
        raise ConflictError(f"“{release.name}” is not built.", code="not_ready")
    if release.reissue_due:
        raise _reissue_error(release)
    directory = release_directory(release)
    paths = [path.relative_to(directory).as_posix() for path in directory.rglob("*") if path.is_file()]
    folder = f"{release.project.slug}-{release.name}"
    if not is_held_back(release, now):
        return zip_pieces(directory, paths, folder)
    held = withheld_paths(paths, frozenset(release.embargo))
    opens_on = release.opens_on.isoformat() if release.opens_on else None
    own_files = partial(partial_files, splits=release.embargo, opens_on=opens_on, withheld=held)
    return zip_pieces(directory, [path for path in paths if path not in held], folder, own_files)


def release_archive(release: Release, now: datetime, *, lead: bool) -> ReleaseArchive:
    """The zip of a release with its file name. Raises as `release_zip`."""
    filename = f"{release.project.slug}-{release.name}.zip"
    return ReleaseArchive(release.name, release.project.scope, filename, release_zip(release, now, lead=lead))


def _reissue_error(release: Release) -> UnavailableError:
    return UnavailableError(f"“{release.name}” is being rebuilt without somebody's comments.", code="reissue")


def release_comparison(before: Release, after: Release) -> ReleaseComparison:
    """The comparison of two releases as response data. Raises as `comparison`."""
    found = comparison(before, after)
    kinds: Counter[str] = sum(found.counts.values(), Counter())
    return ReleaseComparison(
        before=found.before,
        after=found.after,
        items_before=found.items_before,
        items_after=found.items_after,
        renamed=found.renamed,
        reused=found.reused,
        policy=[PolicyChange(*each) for each in found.policy],
        counts=[KindCount(cast(ChangeKind, kind), items) for kind, items in sorted(kinds.items())],
        changes=[_change(each) for each in found.changes],
    )


def _change(change: Change) -> ReleaseChange:
    return ReleaseChange(
        id=change.id,
        language=change.language,
        split=change.split,
        kind=cast(ChangeKind, change.kind),
        reasons=[Reason(cast(ReasonKind, kind), annotator) for kind, annotator in change.reasons],
        before=change.before,
        after=change.after,
        labels=[LabelChange(name, *values) for name, values in change.labels.items()],
    )


def comparison(before: Release, after: Release) -> Comparison:
    """Compare two releases. Raises ConflictError if one is not built, UnavailableError while one is being replaced."""
    for each in (before, after):
        if each.state not in _BUILT_STATES:
            raise ConflictError(f"“{each.name}” is not built.", code="not_ready")
    return compare(_side(before), _side(after))


def _side(release: Release) -> ReleaseSide:
    try:
        return read_side(release_directory(release), imported_ids(release))
    except FileNotFoundError as error:
        raise _reissue_error(release) from error
