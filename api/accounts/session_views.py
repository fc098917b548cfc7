"""Login, log-out, sign-up, the current user and their preferences."""

from django.contrib.auth import authenticate, login, logout
from django.contrib.auth.models import User
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lockout import count_wrong_code, refuse_locked
from api.accounts.schemas import AccountSerializer
from api.accounts.session_schemas import (
    LoginSerializer,
    PreferencesSerializer,
)
from api.common.authentication import log_in
from api.common.base_schema import refuse_unknown_keys
from api.common.errors import UnauthenticatedError
from api.common.membership import person
from api.common.throttles import LoginThrottle
from foundation.accounts.account_queries import Site, site
from foundation.accounts.new_accounts import register
from foundation.accounts.person_queries import SessionData, session_data
from foundation.accounts.preferences import set_preferences
from foundation.accounts.second_factor import accept_code
from foundation.accounts.second_factor_queries import has_second_factor
from foundation.write_transaction import write_transaction


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SessionView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "login"
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="session_get", responses=SessionData)
    def get(self, request: Request) -> Response:
        return Response(session_data(request.user))

    @extend_schema(operation_id="session_login", request=LoginSerializer, responses=SessionData)
    def post(self, request: Request) -> Response:
        fields = LoginSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        username, password, code = (fields.validated_data[name] for name in ("username", "password", "code"))
        user = authenticate(request, username=username, password=password)
        if not isinstance(user, User):
            refuse_locked(request, username)
            raise UnauthenticatedError("Name or password is wrong.", code="wrong_password")
        _require_code(request, user, code)
        with write_transaction():
            login(request._request, user)
        return Response(session_data(user))

    @extend_schema(operation_id="session_logout", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SiteView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="site_get", responses=Site)
    def get(self, _request: Request) -> Response:
        return Response(site())


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SignUpView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="sign_up", request=AccountSerializer, responses=SessionData)
    def post(self, request: Request) -> Response:
        """Create an account and log in. 403 if the site requires an invitation."""
        fields = AccountSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = register(**fields.validated_data)
        log_in(request, user)
        return Response(session_data(user))


def _require_code(request: Request, user: User, code: str) -> None:
    """Raise UnauthenticatedError unless the code is valid or the user has no second factor."""
    if not has_second_factor(user):
        return
    if not code:
        raise UnauthenticatedError("Enter the code of your authenticator app.", code="code_required")
    if not accept_code(user, code):
        count_wrong_code(request, user)
        refuse_locked(request, user.get_username())
        raise UnauthenticatedError("This code is wrong, too old or used already.", code="wrong_code")


class PreferencesView(APIView):
    @extend_schema(
        operation_id="preferences_set", request=PreferencesSerializer, responses=PreferencesSerializer
    )
    def put(self, request: Request) -> Response:
        """Replace all preferences of the user."""
        refuse_unknown_keys(PreferencesSerializer, request.data)
        return Response(set_preferences(person(request), dict(request.data)))
