"""Choose the place of a quote, leave it out, or undo either."""

from django.contrib.auth.models import User
from django.utils import timezone

from annotation.models import SourceQuote
from annotation.queries.sources.source_list import places
from foundation.audit import AuditKind, record
from foundation.errors import ConflictError, wrong_field
from foundation.write_transaction import write_transaction

State = SourceQuote.State


def settle_quote(quote: SourceQuote, start: int | None, user: User) -> None:
    """Give an open quote the place at `start`; None leaves it out. Raises InvalidError, ConflictError."""
    if start is not None and start not in {place for place, _ in places(quote)}:
        raise wrong_field("start", "The quote does not occur there.")
    state = State.LEFT_OUT if start is None else State.SETTLED
    with write_transaction():
        open_ = SourceQuote.objects.open().filter(pk=quote.pk)
        if not open_.update(state=state, start=start, settled_by=user, settled_at=timezone.now()):
            raise ConflictError("This quote is settled already. Undo that first.", code="settled")
        _record(quote, AuditKind.QUOTE_SETTLED)


def reopen_quote(quote: SourceQuote) -> None:
    """Let a settled quote wait for a lead again."""
    with write_transaction():
        settled = SourceQuote.objects.filter(pk=quote.pk).exclude(state=State.OPEN)
        if settled.update(state=State.OPEN, start=None, settled_by=None, settled_at=None):
            _record(quote, AuditKind.QUOTE_REOPENED)


def _record(quote: SourceQuote, kind: AuditKind) -> None:
    source = quote.record.source
    record(kind, source.project.scope, source=source.pk, item=quote.record.item_id, quote=quote.pk)
