"""Requests for training and hidden checks."""

from rest_framework import serializers as s

from api.common.base_schema import Change, Shape
from api.common.strict_fields import StrictIntegerField


class ChangeLearningSerializer(Change):
    pass_mark = StrictIntegerField(required=False)
    tries = StrictIntegerField(required=False)
    check_every = StrictIntegerField(required=False)


class DecideTrainingSerializer(Shape):
    verdict = s.ChoiceField(choices=["again", "pass"])
