"""Links by which crowd workers enter."""

from rest_framework import serializers as s

from annotation.models import EntryLink
from api.common.base_schema import Shape
from api.common.strict_fields import StrictBooleanField, StrictIntegerField, StrictTextField


class EntryLinkSerializer(Shape):
    """The link is /enter/CODE. `quota`: items of a participant. `people`: who have come."""

    id = s.IntegerField()
    code = s.CharField()
    state = s.ChoiceField(choices=["open", "used_up", "revoked"])
    kind = s.ChoiceField(choices=EntryLink.Kind.choices)
    study = s.CharField(allow_blank=True)
    languages = s.ListField(child=s.CharField())
    quota = s.IntegerField()
    completion_code = s.CharField(allow_blank=True)
    return_url = s.CharField(allow_blank=True)
    max_people = s.IntegerField(allow_null=True)
    people = s.IntegerField()
    created_at = s.DateTimeField()


class NewEntryLinkSerializer(Shape):
    """Prolific's needs the id of its study. `completion_code` and `return_url` are shown at the end."""

    kind = s.ChoiceField(choices=EntryLink.Kind.choices)
    quota = StrictIntegerField()
    study = StrictTextField(required=False, default="", allow_blank=True, max_length=64)
    languages = s.ListField(child=StrictTextField(), required=False, default=list, max_length=1_000)
    completion_code = StrictTextField(required=False, default="", allow_blank=True, max_length=100)
    return_url = StrictTextField(required=False, default="", allow_blank=True, max_length=500)
    max_people = StrictIntegerField(required=False, default=None, allow_null=True)


class EntryOfferSerializer(Shape):
    name = s.CharField()
    description = s.CharField(allow_blank=True)
    kind = s.ChoiceField(choices=EntryLink.Kind.choices)
    languages = s.ListField(child=s.CharField())
    quota = s.IntegerField()


class ArrivalSerializer(Shape):
    """Prolific's parameters. `instead`: log out who is logged in."""

    pid = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    study = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    session = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
    instead = StrictBooleanField(required=False, default=False)


class CompletionSerializer(Shape):
    """`code` and `return_url` are told when it is done."""

    done = s.BooleanField()
    submitted = s.IntegerField()
    quota = s.IntegerField()
    code = s.CharField(allow_blank=True)
    return_url = s.CharField(allow_blank=True)
