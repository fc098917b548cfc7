"""Texts that people write to each other: a reason, a message."""

from django.conf import settings

from foundation.errors import FieldError, InvalidError


def check_text(field: str, text: str) -> None:
    """It says something, and is not longer than a comment may be. Raises InvalidError, which names the field."""
    most = settings.MAX_COMMENT_CHARACTERS
    if not text.strip():
        raise _refused(field, "blank", "Write something: blanks say nothing.")
    if len(text) > most:
        raise _refused(field, "too_long", f"It has {len(text)} characters; at most {most} are accepted.")


def _refused(field: str, code: str, detail: str) -> InvalidError:
    return InvalidError(detail, errors=[FieldError(f"/{field}", code, detail)])
