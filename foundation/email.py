"""Send letters. How, the settings say: printed, or through a server."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.core.mail import send_mail
from django.db import close_old_connections

logger = logging.getLogger(__name__)

_postman = ThreadPoolExecutor(1, "mail")


def send(to: str, subject: str, text: str) -> str:
    """Why it could not be sent; "" where it was."""
    try:
        send_mail(subject, text, None, [to])
    # Whatever goes wrong between here and the mail server is told, not raised: the rest of the work stands.
    except Exception as error:
        logger.warning("A letter could not be sent: %s", error)
        return f"{type(error).__name__}: {error}"
    return ""


def later(task: Callable[[], object]) -> None:
    """Do it beside the request, whose time is then the same whether there is something to send or not."""
    _postman.submit(_do, task)


def _do(task: Callable[[], object]) -> None:
    try:
        task()
    except Exception:
        logger.exception("A letter could not be written.")
    finally:
        close_old_connections()
