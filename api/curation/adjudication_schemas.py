"""Requests for curators' decisions on an item."""

from rest_framework import serializers as s

from annotation.queries.curation.adjudications import AdjudicationSource
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY, SpanSerializer
from api.common.strict_fields import StrictIntegerField, StrictTextField


class DecideSerializer(Shape):
    """`revision`: the latest that the curator has seen. `annotator`: whose annotation it starts from.

    `seen`: by annotator the `revision` of each annotation that counts. Where it is given, a 409 says that others count.
    """

    revision = StrictIntegerField(min_value=0, max_value=MAX_KEY)
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=s.CharField())
    note = StrictTextField(allow_blank=True)
    source = s.ChoiceField(choices=AdjudicationSource.choices)  # type: ignore[assignment]  # a field of the shape, not of the class
    annotator = StrictTextField(required=False, default="", allow_blank=True)
    seen = s.DictField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY),
        required=False,
        default=None,
        allow_null=True,
    )


class DecideRequestSerializer(DecideSerializer):
    # Read as they are, by the service, which names every problem in them.
    spans = s.ListField()  # type: ignore[assignment]  # another kind of field
    labels = s.DictField()


class LastDecisionSerializer(Shape):
    """`revision`: of the decision that is withdrawn or undone."""

    revision = StrictIntegerField(min_value=0, max_value=MAX_KEY)
