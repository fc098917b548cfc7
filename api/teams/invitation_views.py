"""Follow an invitation to a task."""

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.common.authentication import log_in
from api.common.errors import UnauthenticatedError
from api.common.throttles import LoginThrottle
from api.teams.schemas import JoinTaskSerializer
from evaluation.queries.teams.invitations import JoinedTask, TaskInvitationOffer, offer
from evaluation.services.teams.invitations import accept, sign_up


@method_decorator([csrf_protect, ensure_csrf_cookie], name="dispatch")
class TaskInvitationView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [LoginThrottle]
    throttle_scope = "join"
    conflicts = True
    pools = {"POST": "waiting"}

    @extend_schema(operation_id="task_invitation_offer", responses=TaskInvitationOffer)
    def get(self, request: Request, code: str) -> Response:
        """Return what the invitation is for, and who is logged in."""
        user = request.user if isinstance(request.user, User) else None
        return Response(offer(code, user, timezone.now()))

    @extend_schema(operation_id="task_invitation_accept", request=JoinTaskSerializer, responses=JoinedTask)
    def post(self, request: Request, code: str) -> Response:
        """Join the team or the organizers. Users who are not logged in send a new account, and are logged in to it.

        An invitation to register a team joins none: its code is sent with the registration.
        """
        now = timezone.now()
        fields = JoinTaskSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        if isinstance(request.user, User):
            joined = accept(code, request.user, now)
        elif account := fields.validated_data.get("account"):
            user, joined = sign_up(code, **account, now=now)
            log_in(request, user)
        else:
            raise UnauthenticatedError("Log in, or say which account is to be made.")
        return Response(joined)
