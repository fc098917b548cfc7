"""Reviews of submitted annotations by leads."""

from django.conf import settings
from django.db import models

from annotation.models.annotation import Annotation, AnnotationRevision


class Review(models.Model):
    """A lead has reviewed one submitted revision. A later submission has to be reviewed again."""

    annotation = models.ForeignKey(Annotation, models.CASCADE, related_name="reviews", db_index=False)
    revision = models.ForeignKey(AnnotationRevision, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reviewed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotation", "by"], name="one_review_per_annotation_and_lead"),
        ]

    def __str__(self) -> str:
        return f"{self.annotation_id} by {self.by_id}"
