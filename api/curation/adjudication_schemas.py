"""Requests for curators' decisions on an item."""

from rest_framework import serializers as s

from annotation.queries.curation.adjudications import AdjudicationSource
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY, SpanSerializer
from api.common.strict_fields import StrictIntegerField, StrictTextField


class DecideSerializer(Shape):
    """`revision`: the latest decision that the curator has seen. `annotator`: author of the annotation it starts from.

    `seen`: `revision` of each counted annotation, by annotator. If given, changed annotations are answered with 409.
    """

    revision = StrictIntegerField(min_value=0, max_value=MAX_KEY)
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=StrictTextField())
    note = StrictTextField(allow_blank=True)
    source = s.ChoiceField(choices=AdjudicationSource.choices)  # type: ignore[assignment]  # a field named like a class attribute
    annotator = StrictTextField(required=False, default="", allow_blank=True)
    seen = s.DictField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY),
        required=False,
        default=None,
        allow_null=True,
    )


class DecideRequestSerializer(DecideSerializer):
    described_by = DecideSerializer
    # The service validates the content and reports every problem in it.
    spans = s.ListField()  # type: ignore[assignment]  # replaces a field of another type
    labels = s.DictField()


class LastDecisionSerializer(Shape):
    """`revision`: number of the decision to withdraw or undo."""

    revision = StrictIntegerField(min_value=0, max_value=MAX_KEY)
