"""Session store in the database with user and browser, so that users can see and revoke their own sessions."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from foundation.models import BrowserSession

SEEN_INTERVAL = timedelta(minutes=10)
MAX_AGENT_LENGTH = 300


class SessionStore(db.SessionStore):
    agent = ""
    seen_at: datetime | None = None

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
        BrowserSession.objects.filter(session_key=self.session_key).update(agent=agent, seen_at=now)

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        row: Any = super().create_model_instance(
            data
        )  # A BrowserSession: the stubs name its base class only.
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.agent, row.seen_at = self.agent, self.seen_at
        return row

    # Overridden because a second query for the row would cost every request one.
    def _get_session_from_db(self) -> BrowserSession | None:
        row: BrowserSession | None = super()._get_session_from_db()  # type: ignore[misc]  # not in the stubs
        if row is not None:
            self.agent, self.seen_at = row.agent, row.seen_at
        return row
