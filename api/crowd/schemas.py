"""Requests for crowd studies."""

from rest_framework import serializers as s

from annotation.queries.crowd.crowd_studies import CrowdStudyKind
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class NewCrowdStudySerializer(Shape):
    """`study`: the id at Prolific, required for `prolific`. `completion_code` and `return_url`: shown at the end."""

    kind = s.ChoiceField(choices=CrowdStudyKind.choices)
    quota = StrictIntegerField()
    study = StrictTextField(required=False, default="", allow_blank=True, max_length=64)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    completion_code = StrictTextField(required=False, default="", allow_blank=True, max_length=100)
    return_url = StrictTextField(required=False, default="", allow_blank=True, max_length=500)
    max_people = StrictIntegerField(required=False, default=None, allow_null=True)


class ArrivalSerializer(Shape):
    """The URL parameters that Prolific sends. `instead`: log out a user who is logged in."""

    pid = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    study = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    session = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    instead = StrictBooleanField(required=False, default=False)
