"""Log-in, log-out, sign-up, the current user and their preferences."""

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import AnonymousUser, User
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.services.people.invitations import register
from api.accounts.lockout import refuse_locked
from api.accounts.schemas import AccountSerializer
from api.accounts.session_schemas import (
    LoginSerializer,
    PreferencesSerializer,
    SessionSerializer,
    SiteSerializer,
)
from api.common.authentication import log_in
from api.common.errors import UnauthenticatedError
from api.common.membership import person
from api.common.throttles import LoginThrottle
from foundation.accounts.account_queries import is_guest
from foundation.accounts.names import display_name
from foundation.accounts.person_queries import preferences_of
from foundation.accounts.preferences import set_preferences


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SessionView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "login"

    @extend_schema(operation_id="session_get", responses=SessionSerializer)
    def get(self, request: Request) -> Response:
        return Response(_session(request.user))

    @extend_schema(operation_id="session_login", request=LoginSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        fields = LoginSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = authenticate(request, **fields.validated_data)
        if not isinstance(user, User):
            refuse_locked(request, fields.validated_data["username"])
            raise UnauthenticatedError("Name and password do not belong together.", code="wrong_password")
        login(request._request, user)
        return Response(_session(user))

    @extend_schema(operation_id="session_logout", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SiteView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="site_get", responses=SiteSerializer)
    def get(self, _request: Request) -> Response:
        providers = [{"id": each["id"], "name": each["name"]} for each in settings.SIGN_ON]
        return Response({"sign_up": settings.SIGN_UP_OPEN, "providers": providers})


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SignUpView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"

    @extend_schema(operation_id="sign_up", request=AccountSerializer, responses=SessionSerializer)
    def post(self, request: Request) -> Response:
        """Create an account and log in. 403 if the site requires an invitation."""
        fields = AccountSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = register(**fields.validated_data)
        log_in(request, user)
        return Response(_session(user))


class PreferencesView(APIView):
    @extend_schema(
        operation_id="preferences_set", request=PreferencesSerializer, responses=PreferencesSerializer
    )
    def put(self, request: Request) -> Response:
        """Replace all preferences of the user."""
        return Response(set_preferences(person(request), dict(request.data)))


def _session(user: User | AnonymousUser) -> dict[str, object]:
    if not isinstance(user, User):
        return {"user": None}
    return {
        "user": {
            "username": user.username,
            "display_name": display_name(user),
            "is_superuser": user.is_superuser,
            "guest": is_guest(user),
            "preferences": preferences_of(user),
        }
    }
