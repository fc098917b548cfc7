import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from annotation.models import Project
from annotation.models.project import job_scope
from annotation.queries.projects.access import project_by_slug
from foundation.audit import AuditKind
from foundation.audit_queries import AuditFilter, audit_events, event_json
from foundation.base_command import MorelCommand
from foundation.errors import wrong_field


class Command(MorelCommand):
    help = "Print the audit log, oldest first: of one project, or of the site with all its projects."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("project", nargs="?", default="", help="its slug")
        parser.add_argument("--since", default="", metavar="WHEN", help="a date or time, in UTC: 2026-01-31")
        parser.add_argument("--kind", default="", choices=[*AuditKind], metavar="KIND", help="such as login")
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, project: str, since: str, kind: str, json: bool, **_: object) -> None:
        scope = project_by_slug(project).scope if project else ""
        slugs = {job_scope(pk): slug for pk, slug in Project.objects.values_list("pk", "slug")}
        rows = audit_events(AuditFilter(scope=scope, kind=kind, since=_moment(since))).order_by("pk")
        for event in rows.iterator(chunk_size=1_000):
            found = event_json(event)
            found["scope"] = slugs.get(event.scope, event.scope)
            self.stdout.write(_json(found) if json else _line(found))


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise wrong_field("since", f"“{text[:40]}” is no date such as 2026-01-31.") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _json(event: dict[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False)


def _line(event: dict[str, Any]) -> str:
    who = event["actor"] or f"({event['source']})"
    about = [f"→ {event['target']}"] if event["target"] and event["target"] != event["actor"] else []
    details = [
        f"{field}={json.dumps(value, ensure_ascii=False)}"
        for field, value in event["details"].items()
        if field != "changes" and value not in (None, "")
    ]
    changes = [
        f"{field}: {json.dumps(old, ensure_ascii=False)} → {json.dumps(new, ensure_ascii=False)}"
        for field, (old, new) in event["details"].get("changes", {}).items()
    ]
    return "  ".join([event["at"][:19], event["scope"], event["kind"], who, *about, *details, *changes])
