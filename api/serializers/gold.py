"""Gold under two policies."""

from rest_framework import serializers as s

from annotation.domain.gold_changes import KINDS
from api.serializers.content import ItemHeadSerializer
from api.serializers.items import GoldSpanSerializer, RunSerializer
from api.serializers.shape import Shape


class GoldLabelSerializer(Shape):
    """Of an item label the share of the most frequent choice; of the derived label the rule instead."""

    value = s.CharField(allow_null=True)
    tie = s.BooleanField()
    share = s.FloatField(required=False)
    n = s.IntegerField(required=False)
    rule = s.CharField(required=False)


class GoldVersionSerializer(Shape):
    runs = RunSerializer(many=True)
    gold = GoldSpanSerializer(many=True)
    item_labels = s.DictField(child=GoldLabelSerializer())


class ChangedItemSerializer(ItemHeadSerializer):
    """A side is null where the item does not come out under its policy."""

    answer = s.CharField()
    n = s.IntegerField()
    changes = s.ListField(child=s.ChoiceField(choices=KINDS))
    left = GoldVersionSerializer(allow_null=True)
    right = GoldVersionSerializer(allow_null=True)
    dawid_skene = GoldSpanSerializer(
        many=True,
        allow_null=True,
        help_text="Another aggregate, never gold; null where it was not worked out.",
    )


class ChangeCountSerializer(Shape):
    """Of one language. `items` come out under either policy; `changed` of them differ in any way, or in each."""

    language = s.CharField()
    spelling = s.CharField()
    items = s.IntegerField()
    changed = s.IntegerField()
    soft = s.IntegerField()
    hard = s.IntegerField()
    labels = s.IntegerField()
    left = s.IntegerField(help_text="Gold under the left policy only.")
    right = s.IntegerField(help_text="Gold under the right policy only.")


class ChangeCountsSerializer(Shape):
    """Of the items that were looked at in this request; whoever adds up all pages has those of all items."""

    left = s.CharField(help_text="The policy in words.")
    right = s.CharField()
    results = ChangeCountSerializer(many=True)
    looked_at = s.IntegerField()
    total = s.IntegerField(allow_null=True, help_text="Of work items; with the first page only.")
    next = s.CharField(allow_null=True)


class RaterSerializer(Shape):
    """How somebody marks, by these estimates."""

    key = s.CharField()
    name = s.CharField()
    marked = s.FloatField(help_text="Share of the characters that are to be marked.")
    marked_wrongly = s.FloatField(help_text="Share of the characters that are not.")


class AggregateSerializer(Shape):
    language = s.CharField()
    spelling = s.CharField()
    undefined = s.CharField(allow_blank=True, help_text="Why there are no estimates; empty where there are.")
    prior = s.FloatField(allow_null=True, help_text="Share of all characters that are to be marked.")
    rounds = s.IntegerField()
    converged = s.BooleanField()
    annotators = RaterSerializer(many=True)


class DawidSkeneSerializer(Shape):
    policy = s.CharField()
    as_of = s.DateTimeField(allow_null=True, help_text="Worked out with the dear figures; null: not yet.")
    languages = AggregateSerializer(many=True)
