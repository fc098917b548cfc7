"""Page rows of the links that a project's items and annotators name."""

from collections.abc import Iterable

from annotation.models import Item, Page, Project
from annotation.references.configured_provider import reference_provider
from foundation.write_transaction import batch_transaction
from morelkit.scheme.link import Link, LinkError

_BATCH = 500

Key = tuple[str, str, str]


def pages_of(project: Project, links: Iterable[Link]) -> dict[Key, Page]:
    """Return pages by `key_of` their links, creating missing rows. Call in a transaction."""
    wanted = {key_of(link): link for link in links}
    found = _existing(project, wanted)
    if new := [wanted[key] for key in wanted if key not in found]:
        Page.objects.bulk_create(
            [
                Page(project=project, language=link.language, variant=link.variant, title=link.title)
                for link in new
            ],
            ignore_conflicts=True,
        )
        found = _existing(project, wanted)
    return found


def key_of(page: Link | Page) -> Key:
    return page.language, page.variant, page.title


def assign_pages(project: Project) -> None:
    """Set the page and its snapshot on every visible item that has a reference URL and neither of them."""
    last = 0
    items = (
        Item.objects.visible(project)
        .filter(page=None, reference=None)
        .exclude(reference_url="")
        .order_by("pk")
    )
    while batch := list(items.filter(pk__gt=last).only("reference_url")[:_BATCH]):
        last = batch[-1].pk
        links = {item.pk: link for item in batch if (link := _link(item))}
        with batch_transaction():
            pages = pages_of(project, links.values())
            linked = [item for item in batch if item.pk in links]
            for item in linked:
                item.page = pages[key_of(links[item.pk])]
                item.reference_id = item.page.reference_id
            Item.objects.bulk_update(linked, ["page", "reference"])


def _link(item: Item) -> Link | None:
    try:
        return reference_provider.read_link(item.reference_url)
    except LinkError:
        return None


def _existing(project: Project, wanted: dict[Key, Link]) -> dict[Key, Page]:
    rows = Page.objects.filter(
        project=project,
        language__in={link.language for link in wanted.values()},
        title__in={link.title for link in wanted.values()},
    )
    return {key: row for row in rows if (key := key_of(row)) in wanted}
