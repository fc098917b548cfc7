"""Messages between annotators and leads."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.strict_fields import StrictTextField, StrictUUIDField


class MessageSerializer(Shape):
    """`author`: "" where the account is gone."""

    id = s.UUIDField()
    from_lead = s.BooleanField()
    author = s.CharField(allow_blank=True)
    mine = s.BooleanField()
    text = s.CharField()
    sent_at = s.DateTimeField()


class SendMessageSerializer(Shape):
    """`annotator`: for leads, whose thread; without it one's own."""

    message_id = StrictUUIDField()
    text = StrictTextField(allow_blank=True)
    annotator = StrictTextField(required=False, default="", allow_blank=True, max_length=200)


class ThreadSerializer(Shape):
    """`waiting`: the last word is the annotator's. `unread`: by oneself; leads read as one."""

    item = s.IntegerField()
    external_id = s.CharField()
    language = s.CharField()
    direction = s.ChoiceField(choices=["ltr", "rtl"])
    question = s.CharField()
    annotator = s.CharField()
    name = s.CharField()
    last = MessageSerializer()
    count = s.IntegerField()
    waiting = s.BooleanField()
    unread = s.IntegerField()
