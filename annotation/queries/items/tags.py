"""Tags of items: their names, the items that have them, and how many."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotation.models import ItemTag, Project, Tag
from annotation.models.tag import MAX_TAG_NAME, folded_tag
from foundation.errors import wrong_field

MAX_TAGS: Final = 200  # in a project
MAX_TAGS_OF_ITEM: Final = 20

_JOINERS: Final = "\u200c\u200d"  # Format characters that some scripts need inside of words.
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


@dataclass(frozen=True)
class TagCount:
    name: str
    items: int


def tag_name(text: str) -> str:
    """The name of a tag as it is stored. Raises InvalidError."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise wrong_field("value", "A tag needs a name.", "blank")
    if len(name) > MAX_TAG_NAME:
        raise wrong_field(
            "value", f"A tag has at most {MAX_TAG_NAME} characters; this has {len(name)}.", "too_long"
        )
    if any(unicodedata.category(each) in _REFUSED and each not in _JOINERS for each in name):
        raise wrong_field("value", "A tag has no control characters. Type it again.", "characters")
    return name


def tagged(project: Project, name: str) -> QuerySet[ItemTag]:
    """Rows with the `item` of all items that have the tag."""
    return ItemTag.objects.filter(tag__project=project, tag__folded=folded_tag(name)).order_by()


def has_tag(project: Project, name: str) -> Q:
    """The database condition for an item with this tag."""
    return Q(Exists(tagged(project, name).filter(item=OuterRef("pk"))))


def has_all_tags() -> Q:
    """The database condition for an item that has as many tags as an item may have."""
    tags = ItemTag.objects.filter(item=OuterRef("pk")).order_by().values("item")
    return Q(Exists(tags.annotate(n=Count("pk")).filter(n__gte=MAX_TAGS_OF_ITEM)))


def tags_of(items: Iterable[int]) -> dict[int, list[str]]:
    """The names of the tags of each item, in alphabetical order."""
    found: dict[int, list[str]] = {}
    rows = ItemTag.objects.filter(item__in=list(items)).order_by("tag__folded")
    for item, name in rows.values_list("item_id", "tag__name"):
        found.setdefault(item, []).append(name)
    return found


def tag_counts(project: Project) -> list[TagCount]:
    """The tags of the project and the number of items of each."""
    rows = Tag.objects.filter(project=project).annotate(n=Count("items")).order_by("folded")
    return [TagCount(name, n) for name, n in rows.values_list("name", "n") if n]
