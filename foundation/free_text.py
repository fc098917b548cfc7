"""Validation of free text that people write: a reason, a message."""

from django.conf import settings

from foundation.errors import FieldError, InvalidError


def check_text(field: str, text: str) -> None:
    """Raise InvalidError, with a pointer to the field, if the text is blank or longer than a comment may be."""
    most = settings.MAX_COMMENT_CHARACTERS
    if not text.strip():
        raise _invalid(field, "blank", "Write something: blanks say nothing.")
    if len(text) > most:
        raise _invalid(field, "too_long", f"It has {len(text)} characters; at most {most} are accepted.")


def _invalid(field: str, code: str, detail: str) -> InvalidError:
    return InvalidError(detail, errors=[FieldError(f"/{field}", code, detail)])
