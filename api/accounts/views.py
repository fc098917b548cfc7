"""One's own account: password, address, and where one is logged in."""

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
    AskForResetSerializer,
    ChangeEmailSerializer,
    ChangePasswordSerializer,
    NewPasswordSerializer,
)
from api.common.membership import person
from api.common.throttles import LoginThrottle
from foundation.accounts.account_queries import OwnAccount, ResetOffer, own_account, owner_of_reset
from foundation.accounts.account_services import (
    ask_for_reset,
    change_email,
    change_password,
    end_session,
    end_sessions,
    reset_password,
)


class GuessingThrottle(LoginThrottle):
    """Also where a password is asked for of somebody who is logged in: it may be somebody at their desk."""

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

    @extend_schema(operation_id="account_email", request=ChangeEmailSerializer, responses=OwnAccount)
    def put(self, request: Request) -> Response:
        """The address to which a new password is sent. Empty: none."""
        fields = ChangeEmailSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        change_email(person(request), **fields.validated_data)
        return Response(_account(request))


class PasswordView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"

    @extend_schema(operation_id="account_password", request=ChangePasswordSerializer, responses=OwnAccount)
    def put(self, request: Request) -> Response:
        """All other sessions of the person end."""
        fields = ChangePasswordSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = person(request)
        change_password(user, **fields.validated_data, keep=request.session.session_key or "")
        update_session_auth_hash(request._request, user)
        return Response(_account(request))


class OwnSessionsView(APIView):
    @extend_schema(operation_id="sessions_end", request=None, responses={200: OwnAccount})
    def delete(self, request: Request) -> Response:
        """Log out everywhere but here."""
        end_sessions(person(request), but=request.session.session_key)
        return Response(_account(request))


class OwnSessionView(APIView):
    by_address = True

    @extend_schema(operation_id="session_end", request=None, responses={200: OwnAccount})
    def delete(self, request: Request, session: str) -> Response:
        """Log out there."""
        end_session(person(request), session, timezone.now())
        return Response(_account(request))


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class AskForResetView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "reset"

    @extend_schema(operation_id="reset_ask", request=AskForResetSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """A link to a new password goes to the address, if somebody here has it: the answer is the same."""
        fields = AskForResetSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        ask_for_reset(**fields.validated_data, address=request._request.build_absolute_uri)
        return Response(status=status.HTTP_204_NO_CONTENT)


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class ResetView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "reset"
    by_address = True

    @extend_schema(operation_id="reset_offer", responses=ResetOffer)
    def get(self, request: Request, uid: str, token: str) -> Response:
        """Whose password may be set by this link."""
        return Response(ResetOffer(owner_of_reset(uid, token).username))

    @extend_schema(operation_id="reset_set", request=NewPasswordSerializer, responses={204: None})
    def post(self, request: Request, uid: str, token: str) -> Response:
        """The link is then used up, and the person is logged out everywhere."""
        fields = NewPasswordSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        reset_password(uid, token, **fields.validated_data)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _account(request: Request) -> OwnAccount:
    return own_account(person(request), request.session.session_key or "", timezone.now())
