"""Single sign-on: start a login at a provider, and link or unlink accounts there."""

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
from annotation.services.accounts.single_sign_on import check_may_link, unlink
from api.accounts.session_schemas import LinkAccountSerializer, SignOnRequestSerializer
from api.accounts.sso_redirect import ProviderUrl, check_provider, provider_url
from api.accounts.views import GuessingThrottle
from api.common.membership import person
from api.common.throttles import LoginThrottle
from evaluation.queries.teams.invitations import offer as task_offer
from foundation.accounts.account_queries import OwnAccount, own_account
from foundation.errors import wrong_field


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SignOnView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "login"
    by_address = True
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="sign_on", request=SignOnRequestSerializer, responses=ProviderUrl)
    def post(self, request: Request) -> Response:
        """Return the URL at which to log in by an account at a provider. The browser opens it itself."""
        fields = SignOnRequestSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        names = ("provider", "code", "task_code", "next")
        provider, code, task_code, wanted = (fields.validated_data[name] for name in names)
        check_provider(provider)
        start = "/login"
        if code and task_code:
            raise wrong_field("task_code", "Send the code of one invitation.")
        if code:
            offer(code, timezone.now())
            start = f"/join/{code}"
        elif task_code:
            task_offer(task_code, None, timezone.now())
            start = f"/join-task/{task_code}"
        origin = {"code": code, "task_code": task_code, "next": _own_page(wanted), "from": start}
        return Response(provider_url(_django_request(request), provider, "login", origin))


class LinkAccountView(APIView):
    throttle_classes = [GuessingThrottle]
    throttle_scope = "login"
    by_address = True
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="sign_on_link", request=LinkAccountSerializer, responses=ProviderUrl)
    def post(self, request: Request) -> Response:
        """Return the URL at which to log in to an account at a provider, which is then linked to this one."""
        fields = LinkAccountSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = person(request)
        provider = fields.validated_data["provider"]
        check_provider(provider)
        check_may_link(user, fields.validated_data["password"])
        origin = {"user": user.pk, "from": "/account"}
        return Response(provider_url(_django_request(request), provider, "connect", origin))


class UnlinkAccountView(APIView):
    by_address = True
    conflicts = True

    @extend_schema(operation_id="sign_on_unlink", request=None, responses={200: OwnAccount})
    def delete(self, request: Request, sign_on: int) -> Response:
        """Unlink an account at a provider. 409 if the user could no longer log in."""
        user = person(request)
        unlink(user, sign_on)
        return Response(own_account(user, request.session.session_key or "", timezone.now()))


def _own_page(wanted: str) -> str:
    """Return the path if it is a page of Morel, else "": the redirect must not lead to another site."""
    is_own = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_own else ""


def _django_request(request: Request) -> HttpRequest:
    """Return the wrapped request, which django-allauth needs."""
    return request._request
