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

LINK_KINDS = ["wikipedia", "other"]
MAX_KEY = 2**63 - 1

may_be(AnnotationState, ExposedState)


@describes(SpanContent)
class SpanSerializer(Shape):
    """`start` and `end`: code points of the answer, half-open."""

    id = s.CharField()
    start = s.IntegerField()
    end = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]  # a field of the shape, not of the class


@describes(LinkContent)
class LinkSerializer(Shape):
    """A consulted page. Of requests only `url` is read. Responses have all fields.

    `title`: that of the page. `reference`: the snapshot, once it is stored. `state`, `problem`: those of its download.
    """

    url = s.CharField()
    language = s.CharField(allow_blank=True)
    title = s.CharField(allow_blank=True)
    kind = s.ChoiceField(choices=LINK_KINDS, required=False)
    revision = s.CharField(
        allow_blank=True, required=False, help_text="Set if the link names an old revision."
    )
    reference = s.IntegerField(allow_null=True, required=False)
    state = s.ChoiceField(choices=PageState.choices, required=False)
    problem_code = s.CharField(allow_blank=True, required=False)
    problem = s.CharField(allow_blank=True, required=False)


@describes(EvidenceContent)
class EvidenceSerializer(Shape):
    """Evidence for a span, given by its id: a passage of a snapshot, or that the reference is silent.

    `start` and `end` are code points of the snapshot's extract, `exact` is the text there, `prefix` and `suffix` the 32
    characters around it. If the reference is silent they are 0 and empty, and `snapshot` may be null.
    """

    span = s.CharField()
    kind = s.ChoiceField(choices=["passage", "silent"])
    snapshot = s.IntegerField(allow_null=True)
    start = s.IntegerField()
    end = s.IntegerField()
    exact = s.CharField(allow_blank=True)
    prefix = s.CharField(allow_blank=True)
    suffix = s.CharField(allow_blank=True)


@describes(ContentData)
class ContentSerializer(Shape):
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=s.CharField())
    nothing_to_mark = s.BooleanField()
    unsure = s.BooleanField()
    comment = s.CharField(allow_blank=True)
    links = LinkSerializer(many=True)
    evidence = EvidenceSerializer(
        many=True, required=False, help_text="Always present in responses. Defaults to none in requests."
    )
    active_seconds = s.IntegerField()
    suggestions = s.DictField(
        child=s.ChoiceField(choices=["accepted", "dismissed"]),
        required=False,
        help_text="What was done with each suggestion, by its id. Absent from responses if none are visible.",
    )


@describes(GoldSpan)
class GoldSpanSerializer(Shape):
    start = s.IntegerField()
    end = s.IntegerField()


@describes(Reopened)
class ReopenedSerializer(Shape):
    """A lead has reopened the annotation, which counts again once it is submitted."""

    at = s.DateTimeField()
    reason = s.CharField(allow_blank=True, help_text="What to change, by a lead; empty if none was given.")


# Its content is what requests send as well, with `evidence` optional.
@describes(ItemAnnotation)
class ItemAnnotationSerializer(ContentSerializer):
    annotator = s.CharField()
    name = s.CharField()
    status = s.ChoiceField(choices=["counted", "draft", "surplus", "excluded"])
    normalized = GoldSpanSerializer(many=True)
    submitted_at = s.DateTimeField(allow_null=True)
    revision = s.IntegerField(help_text="The number of what was submitted; 0: nothing was.")
    reason = s.CharField(allow_blank=True)
    exclusion = s.IntegerField(
        allow_null=True,
        help_text="The act that took it out of the count. What came late is left out by none.",
    )
    broken_rules = s.ListField(
        child=s.CharField(), help_text="Codes of the consistency rules that it breaks."
    )
    reopened = ReopenedSerializer(allow_null=True)
