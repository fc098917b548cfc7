"""The second factor of the user: start, turn on, renew the recovery codes, turn off."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from allauth.mfa.utils import decrypt, encrypt
from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.account_emails import announce_request
from api.accounts.lockout import count_wrong_code, refuse_locked
from api.accounts.schemas import CodeSerializer, CurrentPasswordSerializer, PasswordAndCodeSerializer
from api.accounts.views import GuessingThrottle
from api.common.membership import person
from foundation.accounts.account_queries import OwnAccount, own_account
from foundation.accounts.account_services import check_current_password
from foundation.accounts.second_factor import (
    SecondFactorSetup,
    renew_recovery_codes,
    start_second_factor,
    turn_off_second_factor,
    turn_on_second_factor,
)
from foundation.errors import InvalidError

T = TypeVar("T")

_SECRET = "second_factor_secret"  # noqa: S105 — a key of the session, which keeps the secret until it is confirmed


@dataclass(frozen=True)
class NewRecoveryCodes:
    """`recovery_codes` are shown once."""

    account: OwnAccount
    recovery_codes: list[str]


class SecondFactorView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    pools = {"POST": "waiting"}
    conflicts = True

    @extend_schema(
        operation_id="second_factor_start", request=CurrentPasswordSerializer, responses=SecondFactorSetup
    )
    def post(self, request: Request) -> Response:
        """Return a new secret for an authenticator app. It is off until a code of the app is sent."""
        fields = CurrentPasswordSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        setup = start_second_factor(
            person(request), **fields.validated_data, site=f"Morel {request.get_host()}"
        )
        request.session[_SECRET] = encrypt(setup.secret)
        return Response(setup)

    @extend_schema(operation_id="second_factor_on", request=CodeSerializer, responses=NewRecoveryCodes)
    def put(self, request: Request) -> Response:
        """Turn it on with a code of the app, and return the recovery codes, which are not shown again."""
        fields = CodeSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        stored = request.session.get(_SECRET)
        user = person(request)
        codes = turn_on_second_factor(user, decrypt(stored) if stored else "", **fields.validated_data)
        del request.session[_SECRET]
        announce_request(request._request, user, "second_factor_on")
        return Response(NewRecoveryCodes(_account(request), codes))


class RecoveryCodesView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    pools = {"POST": "waiting"}

    @extend_schema(
        operation_id="recovery_codes_renew", request=PasswordAndCodeSerializer, responses=NewRecoveryCodes
    )
    def post(self, request: Request) -> Response:
        """Replace the recovery codes, with the password and a code, and return the new ones, which are not shown again.

        Wrong codes lock as at the login.
        """
        codes = _confirmed(request, renew_recovery_codes)
        announce_request(request._request, person(request), "recovery_codes_renewed")
        return Response(NewRecoveryCodes(_account(request), codes))


class SecondFactorOffView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    pools = {"POST": "waiting"}

    @extend_schema(
        operation_id="second_factor_off", request=PasswordAndCodeSerializer, responses={200: OwnAccount}
    )
    def post(self, request: Request) -> Response:
        """Turn it off with the password and a code, or a recovery code. Wrong codes lock as at the login."""
        _confirmed(request, turn_off_second_factor)
        announce_request(request._request, person(request), "second_factor_off")
        return Response(_account(request))


def _confirmed(request: Request, change: Callable[[User, str], T]) -> T:
    """Check the password and make the change with the code. A wrong code counts as a wrong password."""
    fields = PasswordAndCodeSerializer(data=request.data)
    fields.is_valid(raise_exception=True)
    user = person(request)
    refuse_locked(request, user.get_username())
    check_current_password(user, fields.validated_data["password"], "/password")
    try:
        return change(user, fields.validated_data["code"])
    except InvalidError:
        count_wrong_code(request, user)
        raise


def _account(request: Request) -> OwnAccount:
    return own_account(person(request), request.session.session_key or "", timezone.now())
