"""Build a release from its freeze record, in a separate directory that is moved to its place when it is complete."""

import hashlib
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.models import Adjudication, Erasure, Guidelines, Item, Release
from annotation.models.project import job_scope
from annotation.queries.annotate.counted_items import (
    CountedAnnotation,
    ItemValues,
    item_records,
    revision_contents,
)
from annotation.queries.gold.gold_export import raw_record
from annotation.queries.gold.raw_evidence import evidence_records
from annotation.queries.projects.guidelines_images import image_path, images_shown_by
from annotation.queries.references.item_images import original_path, released_images
from annotation.queries.releases.release_files import (
    build_directory,
    freeze_record_path,
    imported_ids,
    release_directory,
)
from annotation.services.projects.project_settings import touch
from annotation.services.releases.snapshot import open_snapshot, write_snapshot
from foundation.audit import AuditKind, record
from foundation.bulk_insert import batches
from foundation.errors import AnnotationError, InvalidError
from foundation.free_space import require_free_space
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.formats.annotation_fields import EXPOSURE
from morelkit.formats.mushroom import MUSHROOM
from morelkit.formats.registry import BY_NAME
from morelkit.gold import policy as gold_policy
from morelkit.release import notes
from morelkit.release.build import ReleaseItem, ReleaseWriter, sync_folder
from morelkit.release.compare import ReleaseSide, annotated_parts, compare, read_side
from morelkit.release.layout import Part, guidelines_image_path, guidelines_path
from morelkit.release.manifest import Head
from morelkit.release.parquet import pyarrow_version
from morelkit.release.read_lines import digest_of
from morelkit.release.released_images import ReleasedImage, with_image_files
from morelkit.release.released_items import released_item
from morelkit.release.splits import read_plan
from morelkit.scheme import schemes
from morelkit.scheme.schemes import Scheme

KIND = "release"
REISSUE = "reissue_release"
QUEUE = "releases"

_CHUNK = 200
_BUILT_FIELDS = (
    "state",
    "manifest_sha256",
    "freeze_sha256",
    "counts",
    "left_out",
    "decided_left_out",
    "notes",
)  # set by the build


@dataclass(frozen=True)
class Built:
    manifest: bytes
    notes: str
    counts: dict[str, Any]
    left_out: int
    decided_left_out: int


@job_kind(KIND, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """Build the requested release. After a kill it starts again and removes incomplete files first."""
    release = Release.objects.select_related("project").get(job=job)
    if release.state != Release.State.BUILDING:
        return  # an earlier worker finished the release and was killed before it closed the job
    try:
        require_free_space()
        with heartbeat(job):
            _remove_files(release)
            build_directory(release).mkdir()
            _build_release(release, job, progress)
    except BaseException as error:
        failure = failure_of(error)
        with write_transaction():
            lock_job(job)
            unbuilt = Release.objects.filter(pk=release.pk, state=Release.State.BUILDING)
            if unbuilt.update(state=Release.State.FAILED, message=failure.detail[:2_000]):
                _remove_files(release)
            touch(release.project)
        raise failure from error


def rebuild(release: Release, out: Path, progress: Progress | None = None) -> None:
    """Build a release again from its freeze record into a new directory. Raises InvalidError."""
    record = freeze_record_path(release)
    if not record.is_file() or digest_of(record) != release.freeze_sha256:
        raise InvalidError(
            f"The freeze record of “{release.name}” is not as it was written.", code="no_freeze"
        )
    if out.exists():
        raise InvalidError(f"{out} is there already.", code="exists")
    needed, installed = release.request["parquet"], pyarrow_version()
    if needed and needed != installed:
        found = f"{installed} is installed" if installed else "none is installed"
        raise InvalidError(
            f"The Parquet files of “{release.name}” need pyarrow {needed}; {found}.", code="pyarrow"
        )
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        partial.mkdir()
        build(release, partial, progress or _ignore_progress)
        partial.rename(out)
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def build(release: Release, directory: Path, progress: Progress) -> Built:
    """Build a release from its freeze record into the empty `directory`."""
    with open_snapshot(freeze_record_path(release)) as lines:
        head = next(lines)
        writer = ReleaseWriter(directory, _head(release, head))
        erasures = _Erasures(release)
        done, total = 0, sum(release.project.project_languages.values_list("items", flat=True))
        for language, items in groupby(lines, lambda line: line["language"]):
            parts = [Part(*each) for each in head["parts"] if each[0] == language]
            with writer.parts(parts) as writers:
                for chunk in batches(items, _CHUNK):
                    images = released_images([each["item"] for each in chunk]) if "images" in head else {}
                    entries = _entries(release, head, chunk, images)
                    votes = writer.counted(entries)
                    for line, entry, count in zip(chunk, entries, votes, strict=True):
                        erasures.add(entry)
                        writers[Part(language, line["split"])].add(entry, count)
                    if head.get("images"):
                        _add_images(writer, release, images)
                    done += len(chunk)
                    progress(total + done, 2 * total)
    changes = release.notes or _notes(release, directory, writer)
    progress(2 * total, 2 * total)  # comparing is slow: this raises if another worker has taken over
    manifest = writer.finish(_guidelines(head["guidelines"]), changes, erasures.tombstones())
    counts: dict[str, Any] = {}
    for part, each in sorted(writer.counts.items()):
        counts.setdefault(part.language, {})[part.split] = each.to_json()
    left_out = sum(head["left_out"].values())
    return Built(manifest, changes, counts, left_out, head.get("decided_left_out", 0))


def _build_release(release: Release, job: Job, progress: Progress) -> None:
    release.frozen_at = timezone.now()
    release.save(update_fields=["frozen_at"])
    total = sum(release.project.project_languages.values_list("items", flat=True))
    steps = iter(range(2 * total + 1))
    policy = gold_policy.from_json(release.request["policy"])
    plan = read_plan(release.request["splits"] | job.options.get("lists", {}))
    write_snapshot(
        release, plan, policy, freeze_record_path(release), lambda: progress(next(steps, 0) // 2, 2 * total)
    )
    built = build(release, build_directory(release), progress)
    with write_transaction():
        lock_job(job)
        found = Release.objects.select_for_update().get(pk=release.pk)
        build_directory(release).rename(release_directory(release))
        sync_folder(release_directory(release).parent)
        release.state = Release.State.READY
        release.manifest_sha256 = hashlib.sha256(built.manifest).hexdigest()
        release.freeze_sha256 = digest_of(freeze_record_path(release))
        release.counts, release.notes = built.counts, built.notes
        release.left_out, release.decided_left_out = built.left_out, built.decided_left_out
        release.save(update_fields=_BUILT_FIELDS)
        digest = release.manifest_sha256
        record(AuditKind.RELEASE_BUILT, release.project.scope, release=release.name, manifest=digest)
        if found.reissue_due:  # a person was erased during the build, maybe after their comments were read
            request_reissue(release)
        touch(release.project)


def request_reissue(release: Release) -> None:
    Job.objects.create(scope=job_scope(release.project_id), kind=REISSUE, options={"release": release.pk})


def _remove_files(release: Release) -> None:
    """Remove the files of an earlier attempt. Call it only for releases that are not ready."""
    shutil.rmtree(build_directory(release), ignore_errors=True)
    shutil.rmtree(release_directory(release), ignore_errors=True)
    freeze_record_path(release).unlink(missing_ok=True)
    freeze_record_path(release).with_suffix(".rough").unlink(missing_ok=True)


def failure_of(error: BaseException) -> AnnotationError:
    """The error as shown to the person who requested the release."""
    if isinstance(error, AnnotationError):
        return error
    if isinstance(error, FileNotFoundError) and error.filename:
        name = Path(error.filename).name
        return InvalidError(f"The file {name} is missing on the server: restore it.", code="missing_file")
    if isinstance(error, OSError):
        return InvalidError(f"The release could not be written: {error.strerror}.", code="unwritable")
    return InvalidError(f"The release could not be built: {type(error).__name__}: {error}", code="failed")


def _head(release: Release, head: dict[str, Any]) -> Head:
    request = release.request
    return Head(
        name=release.name,
        project=head["project"],
        frozen_at=_required(release.frozen_at).isoformat(),
        policy=gold_policy.from_json(head["policy"]),
        scheme=schemes.from_json(head["scheme"]),
        minimum=head["minimum"],
        left_out=head["left_out"],
        features=head["features"],
        as_text=head["as_text"],
        options={
            "evidence": request["evidence"],
            "comments": request["comments"],
            "imported_ids": request["imported_ids"],
            "parquet": request["parquet"],
            "license": request["license"],
            "splits": dict(sorted(request["splits"].items())),
            **({"set_apart": head["set_apart"]} if head.get("set_apart") else {}),
            **({"withhold": head["withhold"]} if "withhold" in head else {}),
            **({"leave_out": head["leave_out"]} if "leave_out" in head else {}),
            **({"decisions": True} if head.get("adjudication") else {}),
            **({"records": head["records"]} if "records" in head else {}),
            **({"images": head["images"]} if "images" in head else {}),
            **({"selection": head["selection"]} if "selection" in head else {}),
            **({"annotation_fields": fields} if (fields := _annotation_fields(release, head)) else {}),
        },
        embargo=release.embargo,
    )


def _annotation_fields(release: Release, head: Mapping[str, Any]) -> list[str]:
    """The fields of the raw annotations: those asked for, and the exposure if annotators were shown suggestions."""
    asked = release.request.get("annotation_fields", [])
    return [*asked, EXPOSURE] if head.get("exposure") and EXPOSURE not in asked else asked


def _add_images(
    writer: ReleaseWriter, release: Release, images: Mapping[int, Sequence[ReleasedImage]]
) -> None:
    """Add the files of images. If an original is lost, a reissue takes the one of the release that it replaces."""
    for each in chain.from_iterable(images.values()):
        original = original_path(release.project_id, each.sha256)
        released = release_directory(release) / each.path
        lost = not original.is_file() and released.is_file()
        writer.add_image(released if lost else original, each.path)


def _entries(
    release: Release,
    head: dict[str, Any],
    lines: list[dict[str, Any]],
    images: Mapping[int, Sequence[ReleasedImage]],
) -> list[ReleaseItem]:
    scheme = schemes.from_json(head["scheme"])
    record_format = BY_NAME[head.get("records", MUSHROOM.name)]
    values = Item.objects.filter(project=release.project_id, pk__in=[line["item"] for line in lines])
    splits = {line["item"]: line.get("replaced_split") for line in lines}
    rows = [
        _with_split(ItemValues._make(row), splits[row[0]]) for row in values.values_list(*ItemValues._fields)
    ]
    items = {row.pk: record for row, record in zip(rows, item_records(rows), strict=True)}
    revisions = revision_contents([pk for line in lines for pk in line["revisions"]])
    evidence = evidence_records(scheme, revisions.values()) if release.request["evidence"] else {}
    fields = _annotation_fields(release, head)
    decided = Adjudication.objects.select_related("curator").in_bulk(
        [line["decision"] for line in lines if "decision" in line]
    )
    entries = []
    for line in lines:
        try:
            record = items[line["item"]]
            annotations = [revisions[pk] for pk in line["revisions"]]
            decision = decided[line["decision"]] if "decision" in line else None
        except KeyError as error:
            raise InvalidError(
                f"Of item {line['was']}, something that the release holds is in the database no more.",
                code="missing",
            ) from error
        item = released_item(record, line["id"], record_format)
        item = with_image_files(item, images.get(line["item"], ()), files=bool(head.get("images")))
        entries.append(
            ReleaseItem(
                item,
                {"id": line["id"]} | raw_record(scheme, item.language, annotations, fields=fields),
                {each.key: each.number for each in annotations},
                line["excluded"],
                {each.key: evidence[each.revision] for each in annotations if each.revision in evidence},
                _comments(annotations) if release.request["comments"] else {},
                _decision(scheme, decision, release) if decision else None,
                line["was"] if release.request["imported_ids"] and line["was"] != line["id"] else "",
            )
        )
    return entries


def _with_split(item: ItemValues, replaced: str | None) -> ItemValues:
    """The item with the split that it had when the release was frozen. `replaced`: the one that a lead had set."""
    imported = item.split if item.imported_split is None else item.imported_split
    if replaced is None:
        return item._replace(split=imported, imported_split=None)
    return item._replace(split=replaced, imported_split=imported)


def _comments(annotations: list[CountedAnnotation]) -> dict[str, str]:
    return {each.key: each.comment for each in annotations if each.comment}


def _decision(scheme: Scheme, row: Adjudication, release: Release) -> dict[str, Any]:
    """Decision in the format of decision files, with spans as in raw annotations."""
    several = len(scheme.span_labels) > 1
    return {
        "spans": [[span["start"], span["end"], *([span["label"]] if several else [])] for span in row.spans],
        "labels": row.labels,
        "by": row.curator.key,
        "at": row.at.isoformat(),
        **({"note": row.note} if row.note and release.request["comments"] else {}),
    }


class _Erasures:
    """Tombstones of people erased since the freeze whose comments or notes the release would contain."""

    def __init__(self, release: Release) -> None:
        rows = Erasure.objects.filter(project=release.project_id, erased_at__gt=release.frozen_at)
        self._erased = {row.annotator.key: row.erased_at for row in rows.select_related("annotator")}
        self._found: set[str] = set()

    def add(self, entry: ReleaseItem) -> None:
        self._found |= entry.comments.keys() & self._erased.keys()
        if entry.decision and "note" in entry.decision:
            self._found |= {entry.decision["by"]} & self._erased.keys()

    def tombstones(self) -> list[dict[str, str]]:
        return [{"annotator": key, "at": self._erased[key].isoformat()} for key in sorted(self._found)]


def _guidelines(keys: list[int]) -> dict[str, bytes]:
    """Return path and content of the texts and of the images that they show."""
    texts = Guidelines.objects.filter(pk__in=keys)
    return {
        **{guidelines_path(row.language, row.version): row.text.encode() for row in texts},
        **{guidelines_image_path(row.name): image_path(row).read_bytes() for row in images_shown_by(keys)},
    }


def _notes(release: Release, directory: Path, writer: ReleaseWriter) -> str:
    """Draft the notes by comparison with the last earlier release that is not withdrawn."""
    introduction = release.request["notes"]
    earlier = Release.objects.filter(
        project=release.project_id, state=Release.State.READY, frozen_at__lt=release.frozen_at
    )
    last = earlier.order_by("-frozen_at").first()
    if last is None:
        return notes.first_notes(introduction)
    parts = annotated_parts(writer.head, writer.counts)
    side = ReleaseSide(directory, writer.head, parts, imported_ids(release))
    return notes.draft_notes(
        compare(read_side(release_directory(last), imported_ids(last)), side), introduction
    )


def _required(value: Any) -> Any:
    if value is None:
        raise InvalidError("The release was never frozen.", code="failed")
    return value


def _ignore_progress(_done: int, _total: int) -> None:
    """Progress callback that does nothing."""
