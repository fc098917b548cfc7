"""Messages between annotators and leads."""

from api.fields import StrictTextField, StrictUUIDField
from api.serializers.shape import Shape


class SendMessageSerializer(Shape):
    """`annotator`: for leads, whose thread; without it one's own."""

    message_id = StrictUUIDField()
    text = StrictTextField(allow_blank=True)
    annotator = StrictTextField(required=False, default="", allow_blank=True, max_length=200)
