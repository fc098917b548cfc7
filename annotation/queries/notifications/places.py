"""The places of a project's notifications, for people who still belong to it."""

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User

from annotation.models import Item, Membership
from annotation.models.project import PROJECT_SCOPE
from annotation.queries.projects.access import memberships_of
from foundation.models import Notification
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.places import Place, finds_places

_FOR_LEADS = frozenset(
    {
        NotificationKind.QUESTION,
        NotificationKind.JOB_DONE,
        NotificationKind.JOB_FAILED,
        NotificationKind.LANGUAGE_COMPLETE,
    }
)

_PAGES_OF_JOBS: Mapping[str, str] = {
    "import": "/import",
    "import_source": "/sources",
    "release": "/releases",
    "computed_statistics": "/agreement",
    "change_policy": "/settings",
}


@finds_places(PROJECT_SCOPE.removesuffix(":"))
def project_places(user: User, rows: Sequence[Notification]) -> dict[int, Place]:
    """The places of the notifications whose project the person belongs to, in the role that they are for.

    Those of archived projects and of items that were taken out are left out.
    """
    memberships = {
        membership.project.scope: membership
        for membership in memberships_of(user).filter(project__archived_at__isnull=True)
    }
    rows = [row for row in rows if row.scope in memberships]
    items = _external_ids(memberships.values(), rows)
    found: dict[int, Place] = {}
    for row in rows:
        membership = memberships[row.scope]
        is_lead = membership.role == Membership.Role.LEAD
        item = row.place.get("item")
        if (row.kind in _FOR_LEADS and not is_lead) or (item is not None and item not in items):
            continue
        # Several changes have a page of their own, and no single item.
        one = item is not None and (row.count == 1 or row.kind == NotificationKind.ANSWER)
        found[row.pk] = Place(
            name=membership.project.name,
            path=f"/p/{membership.project.slug}{_page(row, item if one else None, is_lead=is_lead)}",
            item=items[item] if one else "",
            language=str(row.place.get("language", "")) if row.count == 1 else "",
        )
    return found


def _page(row: Notification, item: int | None, *, is_lead: bool) -> str:
    match row.kind:
        case NotificationKind.QUESTION:
            return "/questions"
        case NotificationKind.ANSWER | NotificationKind.REOPENED:
            return f"/annotate/{item}" if item else "/mine?status=draft"
        case NotificationKind.JOB_DONE | NotificationKind.JOB_FAILED:
            return _PAGES_OF_JOBS.get(row.place.get("job", ""), "")
        case NotificationKind.MEMBER_ADDED:
            return "" if is_lead else "/annotate"
    return ""


def _external_ids(memberships: Iterable[Membership], rows: Sequence[Notification]) -> dict[int, str]:
    """The external ids of visible items that the notifications name, by item."""
    wanted = {row.place["item"] for row in rows if "item" in row.place}
    items = Item.objects.filter(
        pk__in=wanted,
        project__in=[membership.project_id for membership in memberships],
        archived_at__isnull=True,
        imported_by__published_at__isnull=False,
    )
    return dict(items.values_list("pk", "external_id")) if wanted else {}
