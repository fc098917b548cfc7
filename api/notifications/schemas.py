"""Requests about a person's notifications."""

from rest_framework import serializers as s

from api.common.base_schema import Shape
from api.common.content_schemas import MAX_KEY
from api.common.strict_fields import StrictBooleanField, StrictIntegerField
from foundation.notifications.kinds import NotificationKind
from foundation.notifications.reading import SHOWN


class ReadNotificationsSerializer(Shape):
    """`as_of`: that of the list. What has changed since then stays unread."""

    ids = s.ListField(child=StrictIntegerField(min_value=0, max_value=MAX_KEY), max_length=SHOWN)
    as_of = s.DateTimeField()


class ChosenChannelsSerializer(Shape):
    kind = s.ChoiceField(choices=[kind.value for kind in NotificationKind])
    page = StrictBooleanField()
    mail = StrictBooleanField()
