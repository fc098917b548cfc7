"""Build a release from its freeze record: beside the place where it is kept, and moved there when it is whole."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from django.utils import timezone

from annotation.models import Adjudication, Annotation, AnnotationRevision, Erasure, Guidelines, Item, Release
from annotation.models.project import job_scope
from annotation.queries.gold.gold_export import item_record, raw_record
from annotation.queries.gold.raw_evidence import evidence_records
from annotation.queries.releases.release_files import directory_of, freeze_of, imported_ids, workshop_of
from annotation.services.projects.project_settings import touch
from annotation.services.releases.snapshot import freeze, reading
from foundation.bulk_insert import batches
from foundation.errors import AnnotationError, InvalidError
from foundation.jobs import Progress, heartbeat, job_kind, lock_job
from foundation.models import Job
from foundation.write_transaction import write_transaction
from morelkit.gold import policy as gold_policy
from morelkit.release import notes
from morelkit.release.build import ReleaseItem, ReleaseWriter, sync_folder, with_external_id
from morelkit.release.compare import ReleaseSide, compare, read_side
from morelkit.release.layout import Part, guidelines_path
from morelkit.release.manifest import Head
from morelkit.release.parquet import pyarrow_version
from morelkit.release.read_lines import digest_of
from morelkit.release.splits import read_plan
from morelkit.scheme import schemes
from morelkit.scheme.schemes import Scheme

KIND = "release"
REISSUE = "reissue_release"
QUEUE = "releases"

_CHUNK = 200
_BUILT = (
    "state",
    "manifest_sha256",
    "freeze_sha256",
    "counts",
    "left_out",
    "notes",
)  # what building finds out


@dataclass(frozen=True)
class Built:
    manifest: bytes
    notes: str
    counts: dict[str, Any]
    left_out: int


@job_kind(KIND, queue=QUEUE, exclusive=True)
def run(job: Job, progress: Progress) -> None:
    """From the beginning, also after a kill: what was half written is taken away first."""
    release = Release.objects.select_related("project").get(job=job)
    if release.state != Release.State.BUILDING:
        return  # the worker before this one came to the end of it, and not to the end of the job
    try:
        with heartbeat(job):
            _clear(release)
            workshop_of(release).mkdir()
            _build_anew(release, job, progress)
    except BaseException as error:
        failure = failure_of(error)
        with write_transaction():
            lock_job(job)
            unbuilt = Release.objects.filter(pk=release.pk, state=Release.State.BUILDING)
            if unbuilt.update(state=Release.State.FAILED, message=failure.detail[:2_000]):
                _clear(release)
            touch(release.project)
        raise failure from error


def rebuild(release: Release, out: Path, progress: Progress | None = None) -> None:
    """Build it once more, from its freeze record alone, into a directory that must not be there yet.

    Raises InvalidError.
    """
    record = freeze_of(release)
    if not record.is_file() or digest_of(record) != release.freeze_sha256:
        raise InvalidError(
            f"The freeze record of “{release.name}” is not as it was written.", code="no_freeze"
        )
    if out.exists():
        raise InvalidError(f"{out} is there already.", code="exists")
    needed, installed = release.request["parquet"], pyarrow_version()
    if needed and needed != installed:
        here = f"{installed} is installed" if installed else "none is installed"
        raise InvalidError(
            f"The Parquet files of “{release.name}” need pyarrow {needed}; {here}.", code="pyarrow"
        )
    partial = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        partial.mkdir()
        build(release, partial, progress or _unwatched)
        partial.rename(out)
    except OSError as error:
        raise InvalidError(f"{out}: {error.strerror}.", code="unwritable") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def build(release: Release, directory: Path, progress: Progress) -> Built:
    """From the freeze record into `directory`, which is empty."""
    with reading(freeze_of(release)) as lines:
        head = next(lines)
        writer = ReleaseWriter(directory, _head(release, head))
        erasures = _Erasures(release)
        done, total = 0, sum(release.project.project_languages.values_list("items", flat=True))
        for language, items in groupby(lines, lambda line: line["language"]):
            parts = [Part(*each) for each in head["parts"] if each[0] == language]
            with writer.parts(parts) as writers:
                for chunk in batches(items, _CHUNK):
                    for line, entry in _entries(release, head, chunk):
                        erasures.see(entry)
                        writers[Part(language, line["split"])].add(entry)
                    done += len(chunk)
                    progress(total + done, 2 * total)
    told = release.notes or _notes(release, directory, writer)
    progress(
        2 * total, 2 * total
    )  # comparing takes long: whoever was taken over meanwhile writes nothing more
    manifest = writer.finish(_guidelines(head["guidelines"]), told, erasures.found())
    counts: dict[str, Any] = {}
    for part, each in sorted(writer.counts.items()):
        counts.setdefault(part.language, {})[part.split] = each.to_json()
    return Built(manifest, told, counts, sum(head["left_out"].values()))


def _build_anew(release: Release, job: Job, progress: Progress) -> None:
    release.frozen_at = timezone.now()
    release.save(update_fields=["frozen_at"])
    total = sum(release.project.project_languages.values_list("items", flat=True))
    beats = iter(range(2 * total + 1))
    policy = gold_policy.from_json(release.request["policy"])
    plan = read_plan(release.request["splits"] | job.options.get("lists", {}))
    freeze(release, plan, policy, freeze_of(release), lambda: progress(next(beats, 0) // 2, 2 * total))
    built = build(release, workshop_of(release), progress)
    with write_transaction():
        lock_job(job)
        found = Release.objects.select_for_update().get(pk=release.pk)
        workshop_of(release).rename(directory_of(release))
        sync_folder(directory_of(release).parent)
        release.state = Release.State.READY
        release.manifest_sha256 = hashlib.sha256(built.manifest).hexdigest()
        release.freeze_sha256 = digest_of(freeze_of(release))
        release.counts, release.left_out, release.notes = built.counts, built.left_out, built.notes
        release.save(update_fields=_BUILT)
        if found.reissue_due:  # somebody was erased meanwhile, whose words may have been read before
            ask_for_reissue(release)
        touch(release.project)


def ask_for_reissue(release: Release) -> None:
    Job.objects.create(scope=job_scope(release.project_id), kind=REISSUE, options={"release": release.pk})


def _clear(release: Release) -> None:
    """Whatever an earlier attempt has left. A release that is ready has none."""
    shutil.rmtree(workshop_of(release), ignore_errors=True)
    shutil.rmtree(directory_of(release), ignore_errors=True)
    freeze_of(release).unlink(missing_ok=True)
    freeze_of(release).with_suffix(".rough").unlink(missing_ok=True)


def failure_of(error: BaseException) -> AnnotationError:
    """In words for whoever asked for the release."""
    if isinstance(error, AnnotationError):
        return error
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
            **({"decisions": True} if head.get("adjudication") else {}),
        },
        embargo=release.embargo,
    )


def _entries(
    release: Release, head: dict[str, Any], lines: list[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], ReleaseItem]]:
    own = schemes.from_json(head["scheme"])
    items = (
        Item.objects.filter(project=release.project_id)
        .with_imported_reference()
        .in_bulk([line["item"] for line in lines])
    )
    rows = AnnotationRevision.objects.select_related("annotation__annotator", "guidelines")
    revisions = rows.in_bulk([pk for line in lines for pk in line["revisions"]])
    decided = Adjudication.objects.select_related("curator").in_bulk(
        [line["decision"] for line in lines if "decision" in line]
    )
    for line in lines:
        try:
            row = items[line["item"]]
            made = [_as_submitted(revisions[pk]) for pk in line["revisions"]]
            decision = decided[line["decision"]] if "decision" in line else None
        except KeyError as error:
            raise InvalidError(
                f"Of item {line['was']}, something that the release holds is in the database no more.",
                code="missing",
            ) from error
        item = with_external_id(item_record(row), line["id"])
        yield (
            line,
            ReleaseItem(
                item,
                {"id": line["id"]} | raw_record(own, item.language, made),
                {each.annotator.key: _required(each.submitted).number for each in made},
                line["excluded"],
                evidence_records(own, made) if release.request["evidence"] else {},
                _comments(made) if release.request["comments"] else {},
                _decision(own, decision, release) if decision else None,
                line["was"] if release.request["imported_ids"] and line["was"] != line["id"] else "",
            ),
        )


def _as_submitted(revision: AnnotationRevision) -> Annotation:
    """The annotation as it was then: whatever has been submitted since, this revision counts here."""
    annotation = revision.annotation
    annotation.submitted = revision
    return annotation


def _comments(annotations: list[Annotation]) -> dict[str, str]:
    return {
        each.annotator.key: each.submitted.comment
        for each in annotations
        if each.submitted and each.submitted.comment
    }


def _decision(own: Scheme, row: Adjudication, release: Release) -> dict[str, Any]:
    """As files of decisions have it: spans as in raw annotations."""
    several = len(own.span_labels) > 1
    return {
        "spans": [[span["start"], span["end"], *([span["label"]] if several else [])] for span in row.spans],
        "labels": row.labels,
        "by": row.curator.key,
        "at": row.at.isoformat(),
        **({"note": row.note} if row.note and release.request["comments"] else {}),
    }


class _Erasures:
    """People erased since the freeze whose words the release would hold: their tombstones stand in it instead."""

    def __init__(self, release: Release) -> None:
        rows = Erasure.objects.filter(project=release.project_id, erased_at__gt=release.frozen_at)
        self._erased = {row.annotator.key: row.erased_at for row in rows.select_related("annotator")}
        self._found: set[str] = set()

    def see(self, entry: ReleaseItem) -> None:
        self._found |= entry.comments.keys() & self._erased.keys()
        if entry.decision and "note" in entry.decision:
            self._found |= {entry.decision["by"]} & self._erased.keys()

    def found(self) -> list[dict[str, str]]:
        return [{"annotator": key, "at": self._erased[key].isoformat()} for key in sorted(self._found)]


def _guidelines(keys: list[int]) -> dict[str, str]:
    return {
        guidelines_path(row.language, row.version): row.text for row in Guidelines.objects.filter(pk__in=keys)
    }


def _notes(release: Release, directory: Path, writer: ReleaseWriter) -> str:
    """Against the last release before that stands. Drafted once, and kept with the release."""
    words = release.request["notes"]
    earlier = Release.objects.filter(
        project=release.project_id, state=Release.State.READY, frozen_at__lt=release.frozen_at
    )
    last = earlier.order_by("-frozen_at").first()
    if last is None:
        return notes.first_notes(words)
    here = ReleaseSide(directory, writer.head, tuple(sorted(writer.counts)), imported_ids(release))
    return notes.draft_notes(compare(read_side(directory_of(last), imported_ids(last)), here), words)


def _required(value: Any) -> Any:
    if value is None:
        raise InvalidError("The release was never frozen.", code="failed")
    return value


def _unwatched(_done: int, _total: int) -> None:
    """Nobody looks."""
