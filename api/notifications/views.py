"""The user's own notifications, and where they want them."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.membership import person
from api.notifications.schemas import ChosenChannelsSerializer, ReadNotificationsSerializer
from foundation.notifications.kinds import Channels, NotificationKind, choose_channels
from foundation.notifications.notify import mark_read
from foundation.notifications.reading import (
    NotificationList,
    NotificationSettings,
    UnreadNotifications,
    notification_settings,
    notifications_of,
    unread_notifications,
)


class NotificationsView(APIView):
    @extend_schema(operation_id="notifications_list", responses=NotificationList)
    def get(self, request: Request) -> Response:
        return Response(notifications_of(person(request)))


class UnreadView(APIView):
    @extend_schema(operation_id="notifications_unread", responses=UnreadNotifications)
    def get(self, request: Request) -> Response:
        return Response(unread_notifications(person(request)))


class ReadNotificationsView(APIView):
    @extend_schema(
        operation_id="notifications_read",
        request=ReadNotificationsSerializer,
        responses={200: UnreadNotifications},
    )
    def post(self, request: Request) -> Response:
        """Mark notifications as read. Ids of other people's notifications are ignored."""
        fields = ReadNotificationsSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        mark_read(person(request), **fields.validated_data)
        return Response(unread_notifications(person(request)))


class NotificationSettingsView(APIView):
    @extend_schema(operation_id="notification_settings_get", responses=NotificationSettings)
    def get(self, request: Request) -> Response:
        return Response(notification_settings(person(request)))

    @extend_schema(
        operation_id="notification_settings_set",
        request=ChosenChannelsSerializer,
        responses=NotificationSettings,
    )
    def put(self, request: Request) -> Response:
        """Set where the user gets notifications of one kind."""
        fields = ChosenChannelsSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        kind, page, mail = (fields.validated_data[name] for name in ("kind", "page", "mail"))
        choose_channels(person(request), Channels(NotificationKind(kind), page, mail))
        return Response(notification_settings(person(request)))
