"""Requests for messages between annotators and leads."""

from api.common.base_schema import Shape
from api.common.strict_fields import StrictTextField, StrictUUIDField


class SendMessageSerializer(Shape):
    """`annotator`: for leads, key of the thread's annotator. Default: the user's own thread."""

    message_id = StrictUUIDField()
    text = StrictTextField(allow_blank=True)
    annotator = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
