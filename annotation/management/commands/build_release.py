import csv
import shutil
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from annotation.models import Release
from annotation.queries.gold.gold_policies import parse_policy
from annotation.queries.projects.access import writable_project
from annotation.queries.releases.release_files import release_directory
from annotation.services.releases.request import ReleaseRequest, build_now
from foundation.base_command import (
    MorelCommand,
    annotation_field_arguments,
    languages_argument,
    progress_bar,
    split_languages,
)
from foundation.errors import InvalidError, wrong_field
from morelkit.formats.annotation_fields import IN_RELEASES, NAMES


class Command(MorelCommand):
    help = (
        "Build a release: gold, raw annotations and all that is needed to verify them, frozen as the project is now. "
        "It is kept in the data directory; --out copies it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("name", help="letters, digits, dots, hyphens and underscores: 1.0")
        parser.add_argument(
            "--policy",
            nargs="+",
            default=[],
            metavar="WORD",
            help="policy=merged threshold=2/3 ties=in min_annotations=2 collapse=fluency=minor:y derive=not-factual; "
            "other values are the project's",
        )
        languages_argument(parser)
        parser.add_argument("--split-by", choices=["field", "share", "list"], help="default: no splits")
        parser.add_argument(
            "--splits",
            nargs="+",
            default=[],
            metavar="SPLIT",
            help="by field: its name; by share: dev=20 test=80; by list: dev=FILE test=FILE, an id a line",
        )
        parser.add_argument(
            "--group",
            default="",
            metavar="FIELD",
            help="with shares: values of this field are never in two splits: question, or any field",
        )
        parser.add_argument(
            "--stratify",
            nargs="+",
            default=[],
            metavar="FIELD",
            help="with shares: they hold for each value too: model_id, an item label, or any field; always by language",
        )
        parser.add_argument(
            "--unannotated",
            default="",
            metavar="SPLIT",
            help="put items that nobody has annotated into this split, without labels: train; by field or list, those "
            "that belong to it",
        )
        parser.add_argument(
            "--selection",
            default="",
            metavar="NAME",
            help="only items of this selection: those on which sources agree, or people and sources",
        )
        parser.add_argument("--rename", default="", metavar="PATTERN", help="of ids: {split}-{lang}-{n}")
        parser.add_argument(
            "--imported-ids", action="store_true", help="include the mapping from original ids"
        )
        parser.add_argument("--evidence", action="store_true", help="include evidence")
        annotation_field_arguments(parser, NAMES)
        parser.add_argument(
            "--images",
            action="store_true",
            help="include the original files of images; without it, records name them by path and sha256",
        )
        parser.add_argument("--parquet", action="store_true", help="the tables as Parquet too")
        parser.add_argument("--license", default="", help="its identifier: cc-by-4.0")
        parser.add_argument("--notes", default="", help="introduction to the release notes")
        parser.add_argument(
            "--withhold",
            nargs="+",
            default=[],
            metavar="FIELD",
            help="fields, such as wikipedia_url: the unlabelled records of all splits lack them for good, gold has "
            "them. For fields that give answers away; to keep labels secret for a time use --hold-back",
        )
        parser.add_argument(
            "--leave-out",
            nargs="+",
            default=[],
            metavar="FIELD",
            help="fields that no record of the release has, with labels or without: internal notes",
        )
        parser.add_argument(
            "--hold-back",
            nargs="+",
            default=[],
            metavar="SPLIT",
            help="splits: downloads have their unlabelled records and nothing else of them, until --embargo or until a "
            "lead opens them. The release itself is complete; to leave a field out of the unlabelled records use "
            "--withhold",
        )
        parser.add_argument("--embargo", type=_day, metavar="DATE", help="when it ends: 2026-12-31")
        parser.add_argument("--out", type=Path, help="directory to copy it to, which must not be there yet")

    def handle(self, slug: str, name: str, policy: list[str], **options: Any) -> None:
        project = writable_project(slug)
        out: Path | None = options["out"]
        if out and out.exists():
            raise InvalidError(f"{out} is there already.", code="exists")
        words = " ".join(word if "=" in word else f"policy={word}" for word in policy)
        request = ReleaseRequest(
            name=name,
            policy=parse_policy(project, words, "policy"),
            languages=split_languages(options["languages"]),
            splits={
                **_splits(options["split_by"], options["splits"]),
                **({"group": options["group"]} if options["group"] else {}),
                **({"stratify": options["stratify"]} if options["stratify"] else {}),
                **({"unannotated": options["unannotated"]} if options["unannotated"] else {}),
                **_rename_option(options["rename"]),
            },
            **{each: options[each] for each in ("evidence", "comments", "imported_ids", "parquet", "images")},
            **{each: options[each] for each in ("license", "notes", "selection")},
            annotation_fields=[name for name in IN_RELEASES if options[name]],
            withhold=options["withhold"],
            leave_out=options["leave_out"],
            embargo=options["hold_back"],
            opens_on=options["embargo"],
        )
        release = build_now(project, request, progress_bar("Building"))
        if out:
            _copy(release, out)
        self.stdout.write(_outcome_text(release, out or release_directory(release)))


def _outcome_text(release: Release, where: Path) -> str:
    items = sum(each["items"] for splits in release.counts.values() for each in splits.values())
    left_out = f"; {release.left_out} left out with too few annotations" if release.left_out else ""
    if release.decided_left_out:
        left_out += f", {release.decided_left_out} of them decided by a curator"
    return f"{where}: {items} items{left_out}.\nsha256 of manifest.json: {release.manifest_sha256}"


def _copy(release: Release, out: Path) -> None:
    partial = out.with_name(f".{out.name}.partial")
    try:
        shutil.copytree(release_directory(release), partial)
        partial.rename(out)
    except OSError as error:
        raise InvalidError(
            f"{out}: {_reason(error)}. The release itself is kept.", code="unwritable"
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _reason(error: OSError) -> str:
    """Return the reason of the first file that could not be copied."""
    if isinstance(error, shutil.Error):
        return str(error.args[0][0][2])
    return error.strerror or str(error)


def _rename_option(pattern: str) -> dict[str, Any]:
    return {"rename": pattern} if pattern else {}


def _splits(by: str | None, values: list[str]) -> dict[str, Any]:
    """Return the split plan of the options. Raises InvalidError if a file is unreadable or a name repeated.

    The release service checks the plan itself.
    """
    if by is None:
        return {}
    if by == "field":
        return {"by": by, "field": " ".join(values)}
    pairs = [each.partition("=")[::2] for each in values]
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise wrong_field("splits", f"The split “{name}” stands there twice.")
    if by == "share":
        return {"by": by, "shares": {name: int(part) if part.isdecimal() else part for name, part in pairs}}
    return {"by": by, "lists": {name: _ids(Path(path)) for name, path in pairs}}


def _ids(path: Path) -> list[str]:
    """Return the ids in the first column of a CSV or plain text file."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return [row[0] for row in csv.reader(file) if row and row[0]]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidError(
            f"{path}: {getattr(error, 'strerror', None) or error}.", code="unreadable"
        ) from error


def _day(value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise ArgumentTypeError(f"{value} is no day: 2026-12-31") from error
