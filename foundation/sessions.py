"""Session store in the database with user and browser, so that users can see and revoke their own sessions.

One statement reads a session with its user and their preferences.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends import db
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from foundation.errors import BusyError
from foundation.models import BrowserSession
from foundation.prepared_statements import prepared
from foundation.write_transaction import write_transaction

logger = logging.getLogger(__name__)

SEEN_INTERVAL = timedelta(minutes=10)
MAX_AGENT_LENGTH = 300
_BACKEND = "django.contrib.auth.backends.ModelBackend"


@prepared
def _session(key: str, now: datetime) -> "QuerySet[BrowserSession]":
    rows = BrowserSession.objects.filter(session_key=key, expire_date__gt=now)
    return rows.select_related("user__preferences")


class SessionStore(db.SessionStore):
    agent = ""
    seen_at: datetime | None = None
    user: User | None = None  # as loaded with the session

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        return BrowserSession

    def mark_seen(self, agent: str, now: datetime) -> None:
        """Record browser and time of a request, at most once per SEEN_INTERVAL. The session's data is not written."""
        agent = agent[:MAX_AGENT_LENGTH]
        if self.session_key is None or (
            self.agent == agent and self.seen_at and now - self.seen_at < SEEN_INTERVAL
        ):
            return
        self.agent, self.seen_at = agent, now
        try:
            with write_transaction():
                BrowserSession.objects.filter(session_key=self.session_key).update(agent=agent, seen_at=now)
        except (DatabaseError, BusyError) as error:  # on a full disk, for example, people still read
            logger.warning("A session could not be marked as seen: %s", error)

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(
            data
        )  # A BrowserSession: the stubs name its base class only.
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.agent, row.seen_at = self.agent, self.seen_at
        return row

    def _get_session_from_db(self) -> BrowserSession | None:
        row = _session.first(self.session_key, timezone.now()) if self.session_key else None
        if row is None:
            self._session_key = None
        else:
            self.agent, self.seen_at, self.user = row.agent, row.seen_at, row.user
        return row


class SessionUserMiddleware(AuthenticationMiddleware):
    """Django's middleware, without a query for the user that was loaded with the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user(request))  # type: ignore[assignment]  # as Django does


def _user(request: Any) -> User | AnonymousUser:
    """The user of the session, checked as by Django. Whatever is not the usual case is left to Django."""
    if not hasattr(request, "_cached_user"):
        session = request.session
        key, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
        user = getattr(session, "user", None)
        usual = (
            user is not None
            and str(user.pk) == key
            and user.is_active
            and backend == _BACKEND
            and backend in settings.AUTHENTICATION_BACKENDS
            and constant_time_compare(session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash())
        )
        request._cached_user = user if usual else auth.get_user(request)
    found: User | AnonymousUser = request._cached_user
    return found
