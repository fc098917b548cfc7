"""The content of an annotation, as requests and responses have it."""

from rest_framework import serializers as s

from annotation.queries.annotate.annotation_content import AnnotationState
from annotation.queries.annotate.reopenings import Reopened
from annotation.queries.items.lead_item import ItemAnnotation
from annotation.queries.references.consulted_links import ContentData, EvidenceContent, LinkContent
from annotation.queries.shapes import GoldSpan, PageState, SpanContent
from annotation.queries.sources.exposure import ExposedState
from api.common.base_schema import Shape
from api.common.response_schema import describes, may_be
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField

LINK_KINDS = ["wikipedia", "other"]
MAX_KEY = 2**63 - 1

may_be(AnnotationState, ExposedState)


@describes(SpanContent)
class SpanSerializer(Shape):
    """`start` and `end`: code points of the answer, half-open."""

    id = StrictTextField()
    start = StrictIntegerField()
    end = StrictIntegerField()
    label = StrictTextField()  # type: ignore[assignment]  # a field of the shape, not of the class


@describes(LinkContent)
class LinkSerializer(Shape):
    """A consulted page. Of requests only `url` is read. Responses have all fields.

    `title`: that of the page. `reference`: the snapshot, once it is stored. `state`, `problem`: those of its download.
    """

    url = StrictTextField()
    language = StrictTextField(allow_blank=True)
    title = StrictTextField(allow_blank=True)
    kind = s.ChoiceField(choices=LINK_KINDS, required=False)
    revision = StrictTextField(
        allow_blank=True, required=False, help_text="Set if the link names an old revision."
    )
    reference = StrictIntegerField(allow_null=True, required=False)
    state = s.ChoiceField(choices=PageState.choices, required=False)
    problem_code = StrictTextField(allow_blank=True, required=False)
    problem = StrictTextField(allow_blank=True, required=False)


@describes(EvidenceContent)
class EvidenceSerializer(Shape):
    """Evidence for a span, given by its id: a passage of a snapshot, or that the reference is silent.

    `start` and `end` are code points of the snapshot's extract, `exact` is the text there, `prefix` and `suffix` the 32
    characters around it. If the reference is silent they are 0 and empty, and `snapshot` may be null.
    """

    span = StrictTextField()
    kind = s.ChoiceField(choices=["passage", "silent"])
    snapshot = StrictIntegerField(allow_null=True)
    start = StrictIntegerField()
    end = StrictIntegerField()
    exact = StrictTextField(allow_blank=True)
    prefix = StrictTextField(allow_blank=True)
    suffix = StrictTextField(allow_blank=True)


@describes(ContentData)
class ContentSerializer(Shape):
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=StrictTextField())
    nothing_to_mark = StrictBooleanField()
    unsure = StrictBooleanField()
    comment = StrictTextField(allow_blank=True)
    links = LinkSerializer(many=True)
    evidence = EvidenceSerializer(
        many=True, required=False, help_text="Always present in responses. Defaults to none in requests."
    )
    active_seconds = StrictIntegerField()
    suggestions = s.DictField(
        child=s.ChoiceField(choices=["accepted", "dismissed"]),
        required=False,
        help_text="What was done with each suggestion, by its id. Absent from responses if none are visible.",
    )


@describes(GoldSpan)
class GoldSpanSerializer(Shape):
    start = StrictIntegerField()
    end = StrictIntegerField()


@describes(Reopened)
class ReopenedSerializer(Shape):
    """A lead has reopened the annotation, which counts again once it is submitted."""

    at = s.DateTimeField()
    reason = StrictTextField(
        allow_blank=True, help_text="What to change, by a lead; empty if none was given."
    )


# Its content is what requests send as well, with `evidence` optional.
@describes(ItemAnnotation)
class ItemAnnotationSerializer(ContentSerializer):
    annotator = StrictTextField()
    name = StrictTextField()
    status = s.ChoiceField(choices=["counted", "draft", "surplus", "excluded"])
    normalized = GoldSpanSerializer(many=True)
    submitted_at = s.DateTimeField(allow_null=True)
    revision = StrictIntegerField(help_text="The number of what was submitted; 0: nothing was.")
    reason = StrictTextField(allow_blank=True)
    exclusion = StrictIntegerField(
        allow_null=True,
        help_text="The act that took it out of the count. What came late is left out by none.",
    )
    broken_rules = s.ListField(
        child=StrictTextField(), help_text="Codes of the consistency rules that it breaks."
    )
    reopened = ReopenedSerializer(allow_null=True)
