"""Requests of the workspace."""

from typing import NotRequired

from rest_framework import serializers as s

from annotation.queries.annotate.annotation_content import AnnotationState
from annotation.services.annotate.next_item import AHEAD
from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY, ContentSerializer
from api.common.problem import Problem
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField, StrictUUIDField


class NextRequestSerializer(Shape):
    beside = StrictIntegerField(required=False, min_value=0, max_value=MAX_KEY)
    ahead = s.ListField(
        child=StrictIntegerField(min_value=0, max_value=MAX_KEY), required=False, max_length=AHEAD
    )
    ask_language = StrictBooleanField(required=False)


class WorkingLanguageSerializer(Shape):
    """`*`: all languages of the person."""

    language = StrictTextField(max_length=64)


class SaveFields(Shape):
    save_id = StrictUUIDField()
    base_revision = StrictIntegerField(min_value=0)
    answer_sha256 = StrictTextField(max_length=64)
    submit = StrictBooleanField()


class SaveSerializer(SaveFields):
    """The service checks `content` against the answer and the scheme, and reports every problem in it."""

    content = ContentSerializer()


class SaveRequestSerializer(SaveFields):
    """A save whose content is read by the service."""

    described_by = SaveSerializer
    content = s.DictField()


class SaveConflict(Problem):
    """`current`: the stored annotation, if `base_revision` is not its latest revision."""

    current: NotRequired[AnnotationState]


class SkipSerializer(Shape):
    reason = StrictTextField(allow_blank=True)
