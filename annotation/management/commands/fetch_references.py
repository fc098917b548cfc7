import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError

from annotation.models import Project
from annotation.queries.projects.access import writable_project
from annotation.queries.references.fetch_status import coverage, problems
from annotation.services.references.fetch_job import fetch_references
from foundation.base_command import MorelCommand, progress_bar
from foundation.models import Job


class Command(MorelCommand):
    help = (
        "Fetch the Wikipedia pages that items refer to. A run that was killed is resumed; "
        "exit status 1 says that some pages could not be fetched."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--missing",
            action="store_true",
            help="the pages of which nothing is stored, except those that do not exist (the default)",
        )
        which.add_argument("--refresh", action="store_true", help="all pages once more")
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def handle(self, slug: str, refresh: bool, **options: Any) -> None:
        project = writable_project(slug)
        job = fetch_references(project, refresh=refresh, watch=progress_bar("Fetching references"))
        outcome = _outcome(project, job)
        self.stdout.write(
            json.dumps(outcome, ensure_ascii=False) if options["json"] else _outcome_text(outcome)
        )
        if job.state != Job.State.DONE or outcome["failed"]:
            raise CommandError(
                job.message or f"{len(outcome['failed'])} pages could not be fetched.", returncode=1
            )


def _outcome(project: Project, job: Job) -> dict[str, Any]:
    current = [asdict(problem) for problem in problems(project)]
    missing = [
        each for each in current if each["code"] in {"missing", "bad_title", "namespace", "other_wiki"}
    ]
    return {
        **coverage(project),
        "new": job.report.get("new", 0),
        "unchanged": job.report.get("unchanged", 0),
        "missing": missing,
        "failed": [each for each in current if each not in missing],
        "message": job.message,
    }


def _outcome_text(outcome: dict[str, Any]) -> str:
    fetched = f"Fetched {outcome['new']} snapshots" if outcome["new"] else "Fetched nothing"
    lines = [
        f"{fetched}; {outcome['unchanged']} pages are unchanged.",
        f"{outcome['snapshots']} snapshots serve {outcome['served']} of {outcome['items']} items.",
    ]
    for kind in ("missing", "failed"):
        for each in outcome[kind]:
            items = ", ".join(each["items"]) + (", …" if each["item_count"] > len(each["items"]) else "")
            lines.append(f"{kind}: {each['title']} ({each['language']}), {items}: {each['detail']}")
    return "\n".join(lines)
