"""Training items, done: what the person said, what is right, and why."""

from rest_framework import serializers as s

from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictIntegerField


class MarkedSerializer(Shape):
    start = s.IntegerField()
    end = s.IntegerField()
    label = s.CharField(allow_blank=True)  # type: ignore[assignment]  # a field of the shape, not of the class


class SaidSerializer(Shape):
    """Spans in code points, half-open; item labels by name."""

    spans = MarkedSerializer(many=True)
    labels = s.DictField(child=s.CharField())


class LessonSerializer(Shape):
    item = s.IntegerField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    answer = s.CharField()
    agreement = s.FloatField(help_text="Multiset IoU of the two, where the scheme has spans.")
    explanation = s.CharField(allow_blank=True)
    mine = SaidSerializer()
    gold = SaidSerializer()


class TrainingSerializer(Shape):
    """`done` of `items` in this round. `mean`: agreement over the round, once it is done.

    `pass_mark`: per cent that the mean must reach; null where nobody has to.
    """

    state = s.ChoiceField(choices=["none", "begin", "at_work", "lesson", "failed", "barred", "passed"])
    items = s.IntegerField()
    done = s.IntegerField()
    tries_left = s.IntegerField()
    pass_mark = s.IntegerField(allow_null=True)
    mean = s.FloatField(allow_null=True)
    lesson = LessonSerializer(allow_null=True)


class LearningSerializer(Shape):
    """`tries` 0: nobody has to reach the pass mark. `check_every` 0: no checks.

    `items`, `checks`: training items and hidden checks, in all languages.
    """

    pass_mark = s.IntegerField(help_text="Per cent of agreement with known gold.")
    tries = s.IntegerField()
    check_every = s.IntegerField()
    items = s.IntegerField()
    checks = s.IntegerField()


class ChangeLearningSerializer(Change):
    pass_mark = StrictIntegerField(required=False)
    tries = StrictIntegerField(required=False)
    check_every = StrictIntegerField(required=False)


class DecideTrainingSerializer(Shape):
    verdict = s.ChoiceField(choices=["again", "pass"])
