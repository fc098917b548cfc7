"""Tags that leads give to items."""

import unicodedata

from django.db import models

from annotation.models.item import Item
from annotation.models.project import Project

MAX_TAG_NAME = 60  # characters


def folded_tag(name: str) -> str:
    """The form by which two names are the same tag: without differences of case and of compatibility characters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Tag(models.Model):
    """A tag of a project. It exists while an item has it."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="tags")
    name = models.CharField(max_length=MAX_TAG_NAME, help_text="NFC, as it was first written.")
    # Casefolding lengthens some letters, at most to three.
    folded = models.CharField(max_length=6 * MAX_TAG_NAME, help_text="See `folded_tag`.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "folded"], name="tag_unique_in_project"),
        ]

    def __str__(self) -> str:
        return self.name


class ItemTag(models.Model):
    """An item has a tag."""

    tag = models.ForeignKey(Tag, models.CASCADE, db_index=False, related_name="items")
    item = models.ForeignKey(Item, models.CASCADE, related_name="item_tags")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tag", "item"], name="item_has_tag_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tag_id} of {self.item_id}"
