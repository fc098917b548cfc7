"""Tables over a whole project."""

from rest_framework import serializers as s

from api.serializers.items import NamedAnnotatorSerializer
from api.serializers.shape import Shape


class ModelRatesSerializer(Shape):
    """Of the items of a language and a model that have an annotation that counts."""

    language = s.CharField()
    model = s.CharField(allow_blank=True, help_text="Empty: items that name none.")
    items = s.IntegerField()
    with_gold = s.IntegerField(help_text="Items in which more than half have marked something alike.")
    gold_characters = s.IntegerField()
    characters = s.IntegerField(help_text="Code points of the answers.")


class PairSerializer(Shape):
    """Two annotators, by key; their mean agreement on the items that both have annotated."""

    first = s.CharField()
    second = s.CharField()
    items = s.IntegerField()
    agreement = s.FloatField()


class DaySerializer(Shape):
    day = s.DateField(help_text="UTC.")
    annotations = s.IntegerField(help_text="Submitted here on that day, and counted.")


class TablesSerializer(Shape):
    policy = s.CharField()
    as_of = s.DateTimeField(allow_null=True, help_text="Worked out with the dear figures; null: not yet.")
    models = ModelRatesSerializer(many=True)
    annotators = NamedAnnotatorSerializer(many=True)
    pairs = PairSerializer(many=True)
    days = DaySerializer(many=True)
