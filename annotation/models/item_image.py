"""Images that answers are checked against. Their files are in the data directory."""

from django.db import models

from annotation.models.item import Item
from annotation.models.project import Project


class ItemImage(models.Model):
    """An image of a project, stored once however many items show it. Its bytes never change."""

    project = models.ForeignKey(Project, models.CASCADE, db_index=False)
    sha256 = models.CharField(max_length=64, help_text="Of the original file.")
    media_type = models.CharField(max_length=32)
    width = models.PositiveIntegerField(help_text="Pixels, as the image is shown upright.")
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField(help_text="Bytes of the original file.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "sha256"], name="item_image_stored_once"),
        ]

    def __str__(self) -> str:
        return self.sha256


class ItemImageUse(models.Model):
    """An image of an item, in its place among them."""

    item = models.ForeignKey(Item, models.CASCADE, db_index=False, related_name="image_uses")
    image = models.ForeignKey(ItemImage, models.PROTECT, related_name="uses")
    position = models.PositiveSmallIntegerField(help_text="From 0.")
    name = models.TextField(help_text="The path in the imported record.")
    alternative_text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "position"], name="one_image_per_position"),
        ]

    def __str__(self) -> str:
        return self.name
