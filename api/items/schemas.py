"""Items as leads see them."""

from rest_framework import serializers as s

from annotation.models import Assignment
from annotation.queries.shapes import GoldSpan, NamedAnnotator
from api.common.base_schema import Shape
from api.common.content_schemas import ContentSerializer, ItemHeadSerializer, SpanSerializer
from api.common.response_schema import describes
from api.references.schemas import ReferenceSerializer
from morelkit.agreement.character_counts import Run
from morelkit.scheme.validity_rules import RULES


@describes(Run)
class RunSerializer(Shape):
    """A maximal run of code points marked by the same number of annotators."""

    start = s.IntegerField()
    end = s.IntegerField()
    count = s.IntegerField()


class ItemRowSerializer(ItemHeadSerializer):
    answer_length = s.IntegerField(help_text="Code points.")
    n = s.IntegerField()
    redundancy = s.IntegerField()
    agreement = s.FloatField(allow_null=True)
    status = s.ChoiceField(choices=["open", "complete", "over-full"])
    drafts = s.IntegerField()
    unsure = s.IntegerField()
    comments = s.IntegerField()
    surplus = s.IntegerField(help_text="Submitted late, when no place was free: a lead decides.")
    held = s.IntegerField(help_text="By so many people, begun or not.")
    ties = s.IntegerField(help_text="Characters marked by exactly half.")
    disputed_characters = s.IntegerField(help_text="Marked by some and not by all.")
    single_characters = s.IntegerField(help_text="Marked by one of several.")
    gold_characters = s.IntegerField()
    model_id = s.CharField()
    split = s.CharField()
    runs = RunSerializer(many=True)


@describes(NamedAnnotator)
class NamedAnnotatorSerializer(Shape):
    key = s.CharField()
    name = s.CharField()


class ItemChoicesSerializer(Shape):
    """Models and splits are those that the first and the last items of each language name."""

    models = s.ListField(child=s.CharField())
    splits = s.ListField(child=s.CharField())
    annotators = NamedAnnotatorSerializer(many=True)


@describes(GoldSpan)
class GoldSpanSerializer(Shape):
    start = s.IntegerField()
    end = s.IntegerField()


class ItemLabelGoldSerializer(Shape):
    value = s.CharField(allow_null=True)
    share = s.FloatField()
    n = s.IntegerField()
    tie = s.BooleanField()


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


class ItemEventSerializer(Shape):
    """`given`: a place on the item, with what became of it. `submitted`, `imported`: what was said. `excluded`: why.

    `included`: it counts again. `by`: the lead who decided it, by which `rule`.

    `decided`, `withdrawn`: by a curator, on the item.
    """

    kind = s.ChoiceField(
        choices=["given", "submitted", "imported", "excluded", "included", "decided", "withdrawn"]
    )
    at = s.DateTimeField()
    annotator = s.CharField()
    name = s.CharField()
    by = s.CharField(allow_blank=True)
    reason = s.CharField(allow_blank=True)
    rule = s.ChoiceField(choices=["", *RULES])
    threshold = s.IntegerField()
    state = s.ChoiceField(choices=["", *Assignment.State.values])
    revision = s.IntegerField(allow_null=True)
    in_force = s.BooleanField(help_text="It is what the annotator has submitted last.")
    spans = SpanSerializer(many=True)
    labels = s.DictField(child=s.CharField())
    nothing_to_mark = s.BooleanField()
    active_seconds = s.IntegerField()


class ItemViewSerializer(ItemHeadSerializer):
    answer = s.CharField()
    model_id = s.CharField()
    split = s.CharField()
    reference = ReferenceSerializer(allow_null=True)
    reference_url = s.CharField()
    policy = s.CharField()
    n = s.IntegerField()
    redundancy = s.IntegerField()
    agreement = s.FloatField(allow_null=True)
    status = s.ChoiceField(choices=["open", "complete", "over-full"])
    runs = RunSerializer(many=True)
    gold = GoldSpanSerializer(many=True)
    gold_source = s.ChoiceField(choices=["majority", "curated"])
    item_labels = s.DictField(child=ItemLabelGoldSerializer())
    annotations = ItemAnnotationSerializer(many=True)
    listed = s.BooleanField(help_text="In the list that the filter gives.")
    previous = s.IntegerField(allow_null=True)
    next = s.IntegerField(allow_null=True)
    position = s.IntegerField(allow_null=True, help_text="From 1; null beyond what was counted.")
    total = s.IntegerField()
    total_exact = s.BooleanField(help_text="False: the list goes on beyond what was counted.")
