"""The set-up link of a new site, by which the administrator creates their account."""

from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from api.accounts.schemas import AccountSerializer
from api.common.authentication import log_in
from foundation.accounts.person_queries import SessionData, session_data
from foundation.accounts.setup_link import require_setup_link, set_up


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class SetupView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "join"
    by_address = True
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="setup_offer", responses={204: None})
    def get(self, _request: Request, token: str) -> Response:
        """Return 204 while the link can be used, 404 once an account exists or the link has expired."""
        require_setup_link(token, timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="setup_create", request=AccountSerializer, responses={201: SessionData})
    def post(self, request: Request, token: str) -> Response:
        """Create the administrator's account and log in. The link is void afterwards."""
        fields = AccountSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        user = set_up(token, **fields.validated_data, now=timezone.now())
        log_in(request, user)
        return Response(session_data(user), status=status.HTTP_201_CREATED)
