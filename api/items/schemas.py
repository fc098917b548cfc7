"""Items as leads see them."""

from rest_framework import serializers as s

from annotation.queries.shapes import GoldSpan
from api.common.base_schema import Shape
from api.common.content_schemas import ContentSerializer, ItemHeadSerializer
from api.common.response_schema import describes
from api.references.schemas import ReferenceSerializer
from morelkit.agreement.character_counts import Run


@describes(Run)
class RunSerializer(Shape):
    """A maximal run of code points marked by the same number of annotators."""

    start = s.IntegerField()
    end = s.IntegerField()
    count = s.IntegerField()


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
