"""Send e-mail by the backend that the settings name: a mail server, or the console."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.core.mail import send_mail
from django.db import close_old_connections

logger = logging.getLogger(__name__)

_executor = ThreadPoolExecutor(1, "email")


def has_mail_server() -> bool:
    """Return whether e-mails are sent. Without a mail server they are printed."""
    return bool(settings.MAIL.scheme)


def send_email(to: str, subject: str, text: str) -> str:
    """Send an e-mail. Return "", or the reason why it could not be sent."""
    try:
        send_mail(subject, text, None, [to])
    # An unreachable mail server must not undo the work that the e-mail reports.
    except Exception as error:
        logger.warning("An e-mail could not be sent: %s", error)
        return f"{type(error).__name__}: {error}"
    return ""


def send_in_background(task: Callable[[], object]) -> None:
    """Run the task in another thread, so that the response takes the same time whether or not anything is sent."""
    _executor.submit(_run, task)


def _run(task: Callable[[], object]) -> None:
    try:
        task()
    except Exception:
        logger.exception("A background e-mail task failed.")
    finally:
        close_old_connections()
