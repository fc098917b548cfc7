"""The user's own account: password, e-mail address and sessions."""

from django.contrib.auth import update_session_auth_hash
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.schemas import (
    ChangeEmailSerializer,
    ChangePasswordSerializer,
    NewPasswordSerializer,
    RequestResetSerializer,
)
from api.common.membership import person
from api.common.throttles import LoginThrottle
from foundation.accounts.account_queries import OwnAccount, ResetOffer, own_account, user_of_reset_link
from foundation.accounts.account_services import (
    change_email,
    change_password,
    request_password_reset,
    reset_password,
    revoke_session,
    revoke_sessions,
)


class GuessingThrottle(LoginThrottle):
    """Also limits logged-in users: somebody else may try to guess the password at an unattended computer."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method not in {"POST", "PUT"} or super(LoginThrottle, self).allow_request(
            request, view
        )


class AccountView(APIView):
    @extend_schema(operation_id="account_get", responses=OwnAccount)
    def get(self, request: Request) -> Response:
        return Response(_account(request))


class EmailView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    pools = {"PUT": "waiting"}

    @extend_schema(operation_id="account_email", request=ChangeEmailSerializer, responses=OwnAccount)
    def put(self, request: Request) -> Response:
        """Set the address to which password resets are sent, or remove it by sending ""."""
        fields = ChangeEmailSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        change_email(person(request), **fields.validated_data)
        return Response(_account(request))


class PasswordView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    pools = {"PUT": "waiting"}

    @extend_schema(operation_id="account_password", request=ChangePasswordSerializer, responses=OwnAccount)
    def put(self, request: Request) -> Response:
        """Change the password and log out of all other sessions."""
        fields = ChangePasswordSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = person(request)
        change_password(user, **fields.validated_data, keep=request.session.session_key or "")
        update_session_auth_hash(request._request, user)
        return Response(_account(request))


class OwnSessionsView(APIView):
    @extend_schema(operation_id="sessions_end", request=None, responses={200: OwnAccount})
    def delete(self, request: Request) -> Response:
        """Log out of all other sessions."""
        revoke_sessions(person(request), keep=request.session.session_key)
        return Response(_account(request))


class OwnSessionView(APIView):
    by_address = True

    @extend_schema(operation_id="session_end", request=None, responses={200: OwnAccount})
    def delete(self, request: Request, session: str) -> Response:
        """Log out of one session."""
        revoke_session(person(request), session, timezone.now())
        return Response(_account(request))


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class RequestResetView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "reset"
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="reset_ask", request=RequestResetSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Send a password reset link to the address. The response is the same if no account has it."""
        fields = RequestResetSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        request_password_reset(**fields.validated_data, absolute_url=request._request.build_absolute_uri)
        return Response(status=status.HTTP_204_NO_CONTENT)


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class ResetView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "reset"
    by_address = True
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="reset_offer", responses=ResetOffer)
    def get(self, request: Request, uid: str, token: str) -> Response:
        """Return the user name of the account that the link belongs to."""
        return Response(ResetOffer(user_of_reset_link(uid, token).username))

    @extend_schema(operation_id="reset_set", request=NewPasswordSerializer, responses={204: None})
    def post(self, request: Request, uid: str, token: str) -> Response:
        """Set the password, which uses up the link, and log out of all sessions."""
        fields = NewPasswordSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        reset_password(uid, token, **fields.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _account(request: Request) -> OwnAccount:
    return own_account(person(request), request.session.session_key or "", timezone.now())
