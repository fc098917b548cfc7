"""Leave for a provider to log in there, and link what is found there to one's account."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.people.invitations import offer
from annotation.services.accounts.single_sign_on import may_link, unlink
from api.accounts.session_schemas import LeaveSerializer, LinkAccountSerializer
from api.accounts.sso_redirect import Elsewhere, leave, must_be_offered
from api.accounts.views import GuessingThrottle
from api.common.membership import person
from api.common.throttles import LoginThrottle
from foundation.accounts.account_queries import OwnAccount, own_account


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class LeaveView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "login"
    by_address = True
    asks_elsewhere = True

    @extend_schema(operation_id="sign_on", request=LeaveSerializer, responses=Elsewhere)
    def post(self, request: Request) -> Response:
        """Where to log in by an account elsewhere. An address that the browser goes to, not a form that it sends."""
        fields = LeaveSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        provider, code, wanted = (fields.validated_data[name] for name in ("provider", "code", "next"))
        must_be_offered(provider)
        if code:
            offer(code, timezone.now())
        way = {"code": code, "next": _own_page(wanted), "from": f"/join/{code}" if code else "/login"}
        return Response(leave(_plain(request), provider, "login", way))


class LinkView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    by_address = True
    asks_elsewhere = True

    @extend_schema(operation_id="sign_on_link", request=LinkAccountSerializer, responses=Elsewhere)
    def post(self, request: Request) -> Response:
        """Where to show that an account elsewhere is one's own, which is then a way into this one."""
        fields = LinkAccountSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = person(request)
        must_be_offered(fields.validated_data["provider"])
        may_link(user, fields.validated_data["password"])
        way = {"user": user.pk, "from": "/account"}
        return Response(leave(_plain(request), fields.validated_data["provider"], "connect", way))


class UnlinkView(APIView):
    by_address = True
    conflicts = True

    @extend_schema(operation_id="sign_on_unlink", request=None, responses={200: OwnAccount})
    def delete(self, request: Request, sign_on: int) -> Response:
        """No way into this account any more, if there is another one."""
        user = person(request)
        unlink(user, sign_on)
        return Response(own_account(user, request.session.session_key or "", timezone.now()))


def _own_page(wanted: str) -> str:
    """A page of Morel, or none: whoever comes back is led nowhere else."""
    here = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here else ""


def _plain(request: Request) -> HttpRequest:
    """The session's answer is kept with the request itself."""
    return request._request
