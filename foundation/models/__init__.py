"""Tables of accounts, tokens, background jobs, notifications and the audit log."""

from foundation.models.api_token import ApiToken
from foundation.models.audit import AppendOnlyError, AuditEvent, AuditPerson
from foundation.models.job import Job
from foundation.models.notification import Notification, NotificationChoice
from foundation.models.preferences import Preferences
from foundation.models.session import BrowserSession
from foundation.models.setup_link import SetupLink
from foundation.models.sign_on import SignOn

__all__ = [
    "ApiToken",
    "AppendOnlyError",
    "AuditEvent",
    "AuditPerson",
    "BrowserSession",
    "Job",
    "Notification",
    "NotificationChoice",
    "Preferences",
    "SetupLink",
    "SignOn",
]
