"""Tables of accounts and background jobs."""

from foundation.models.job import Job
from foundation.models.preferences import Preferences
from foundation.models.session import BrowserSession
from foundation.models.sign_on import SignOn

__all__ = ["BrowserSession", "Job", "Preferences", "SignOn"]
