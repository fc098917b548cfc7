"""What a bundle holds: the scored submissions of a phase, with names or without, and the gold they were scored against.

An anonymised bundle names teams by their pseudonyms and systems by numbers. Predictions lose the fields that are not
scored, fact sheets their free texts, and times are left out.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

from django.utils.text import slugify

from evaluation.models import Bundle, FactSheetVersion, GoldPart, Submission, Upload
from evaluation.queries.boards.board_entries import (
    Entry,
    board_entries,
    board_teams,
    by_priority,
    ranked_entries,
)
from evaluation.queries.stored_files import gold_directory, gold_file, items_file, submission_file
from evaluation.queries.track_items import parts_of_track
from foundation.free_space import require_free_space
from morelkit.release.layout import MANIFEST, Part
from morelkit.scoring.bundle import BundleHead, BundleSubmission, BundleTrack, BundleWriter, Names

_KEY_LENGTH: Final = 60
_CHECKED_EVERY: Final = 100


def write_bundle(bundle: Bundle, directory: Path, progress: Callable[[int, int], object]) -> None:
    """Write a bundle into an empty directory. `progress` receives submissions written, and all.

    Raises `StorageFullError`, and `OSError` if a file of the task is missing.
    """
    content = _Content(bundle)
    writer = BundleWriter(directory, content.head())
    writer.add_gold_manifest(gold_directory(bundle.revision) / MANIFEST)
    for part in content.parts():
        require_free_space(part.gold_bytes + part.items_bytes + part.images_bytes)
        writer.add_gold(
            Part(part.language, part.split),
            gold_file(bundle.revision, part),
            items_file(bundle.revision, part),
        )
    if writer.head.images:
        writer.add_images(gold_directory(bundle.revision))
    total = sum(len(entries) for entries in content.entries.values())
    done = 0
    for track, entries in content.entries.items():
        ranks = content.ranks(track)
        for entry in entries:
            if done % _CHECKED_EVERY == 0:
                require_free_space()
            submission = content.submission(track, entry, ranks.get(entry.submission))
            writer.add_submission(submission, submission_file(content.files[entry.submission]))
            done += 1
            progress(done, total)
    writer.add_fact_sheets(content.questions(), content.answers())
    writer.finish()


class _Content:
    """`entries`: the submissions of each track. `files`: their sha256. `systems`: the key of each upload."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._tracks = {track.slug: track for track in bundle.task.tracks.all()}
        self._anonymised = bundle.names == Bundle.Names.ANONYMISED
        teams = board_teams(bundle.task)
        self.entries: dict[str, list[Entry]] = {
            slug: board_entries(bundle.phase, track, bundle.revision, teams)
            for slug, track in self._tracks.items()
        }
        rows = Submission.objects.filter(task=bundle.task, phase=bundle.phase)
        self.files: dict[int, str] = dict(rows.values_list("pk", "sha256"))
        self._uploads: dict[int, int] = dict(rows.values_list("pk", "upload_id"))
        self.systems = self._system_keys()

    def head(self) -> BundleHead:
        bundle, task, revision = self._bundle, self._bundle.task, self._bundle.revision
        return BundleHead(
            task=task.slug,
            task_name=task.name,
            phase=bundle.phase.slug,
            phase_name=bundle.phase.name,
            split=bundle.phase.split,
            format=task.format,
            gold_source=revision.source,
            gold_revision=revision.number,
            gold_digest=revision.digest,
            tracks=[
                BundleTrack(track.slug, track.name, track.language, tuple(track.metrics), track.confidence)
                for track in self._tracks.values()
                if parts_of_track(revision, track, bundle.phase.split)
            ],
            names=cast(Names, bundle.names),
            board_rule=bundle.phase.board_rule,
            seed=task.seed,
            synthetic=task.synthetic,
            images=any(part.images for part in self.parts()),
        )

    def parts(self) -> list[GoldPart]:
        return list(self._bundle.revision.parts.filter(split=self._bundle.phase.split).order_by("language"))

    def ranks(self, slug: str) -> dict[int, int | None]:
        """Return the rank of each submission that is on the board of a track."""
        track = self._tracks[slug]
        metrics = by_priority(track, track.metrics[0])
        ranked = ranked_entries(self.entries[slug], self._bundle.phase.board_rule, metrics)
        return {entry.submission: rank for rank, entry in ranked.teams}

    def submission(self, track: str, entry: Entry, rank: int | None) -> BundleSubmission:
        system = self.systems[self._uploads[entry.submission]]
        team = entry.team
        return BundleSubmission(
            system=system,
            track=track,
            name=system if self._anonymised and entry.kind != Upload.Kind.BASELINE else entry.system,
            team=(team.alias if self._anonymised else team.name) if team else None,
            kind=entry.kind,
            rank=rank,
            received_at=None if self._anonymised else entry.received_at.isoformat(),
            n=entry.n,
            signature=entry.signature,
            scores=entry.values,
        )

    def _system_keys(self) -> dict[int, str]:
        """Return a name for the folder of each upload: its first number and system, or a pseudonym and a count."""
        first: dict[int, Entry] = {}
        for entries in self.entries.values():
            for entry in entries:
                upload = self._uploads[entry.submission]
                if upload not in first or entry.number < first[upload].number:
                    first[upload] = entry
        counts: Counter[str] = Counter()
        found = {}
        for upload, entry in sorted(first.items(), key=lambda each: each[1].number):
            if self._anonymised:
                owner = entry.team.alias.lower() if entry.team else entry.kind
                counts[owner] += 1
                found[upload] = f"{owner}-{counts[owner]}"
            else:
                found[upload] = f"{entry.number}-{slugify(entry.system)}"[:_KEY_LENGTH].rstrip("-")
        return found

    def questions(self) -> list[dict[str, Any]]:
        versions = FactSheetVersion.objects.filter(task=self._bundle.task).order_by("number")
        return [{"version": each.number, "questions": each.questions} for each in versions]

    def answers(self) -> dict[str, dict[str, Any]]:
        """Return the answers about each system."""
        uploads = Upload.objects.filter(pk__in=self.systems).select_related("fact_sheet")
        return {
            self.systems[upload.pk]: {
                "version": upload.fact_sheet.number,
                "answers": self._shown(upload.answers, upload.fact_sheet.questions),
            }
            for upload in uploads
            if upload.fact_sheet and upload.answers
        }

    def _shown(self, answers: Mapping[str, Any], questions: list[Mapping[str, Any]]) -> dict[str, Any]:
        if not self._anonymised:
            return dict(answers)
        closed = {each["key"] for each in questions if each.get("kind") in ("yes_no", "choice")}
        return {key: answer for key, answer in answers.items() if key in closed}
