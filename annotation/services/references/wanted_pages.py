"""The pages that a project's items and annotators refer to."""

from collections.abc import Iterable

from annotation.models import Item, Page, Project
from annotation.references.wikipedia.links import read_link
from foundation.write_transaction import batch_transaction
from morelkit.scheme.link import Link, LinkError

_BATCH = 500

Key = tuple[str, str, str]


def pages_of(project: Project, links: Iterable[Link]) -> dict[Key, Page]:
    """The rows of these pages by `key_of` their links, made where they are new. Called within a transaction."""
    wanted = {key_of(link): link for link in links}
    found = _known(project, wanted)
    if new := [wanted[key] for key in wanted if key not in found]:
        Page.objects.bulk_create(
            [
                Page(project=project, language=link.language, variant=link.variant, title=link.title)
                for link in new
            ],
            ignore_conflicts=True,
        )
        found = _known(project, wanted)
    return found


def key_of(page: Link | Page) -> Key:
    return page.language, page.variant, page.title


def name_pages(project: Project) -> None:
    """Tie every visible item without a reference to the page that its address names, and to what is stored of it."""
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
            named = [item for item in batch if item.pk in links]
            for item in named:
                item.page = pages[key_of(links[item.pk])]
                item.reference_id = item.page.reference_id
            Item.objects.bulk_update(named, ["page", "reference"])


def _link(item: Item) -> Link | None:
    try:
        return read_link(item.reference_url)
    except LinkError:
        return None


def _known(project: Project, wanted: dict[Key, Link]) -> dict[Key, Page]:
    rows = Page.objects.filter(
        project=project,
        language__in={link.language for link in wanted.values()},
        title__in={link.title for link in wanted.values()},
    )
    return {key: row for row in rows if (key := key_of(row)) in wanted}
