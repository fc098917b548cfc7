"""Fetch a page, store its snapshot, and set the snapshot on items and consultations."""

import hashlib
import logging
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q
from django.utils import timezone

from annotation.models import Consultation, Item, Page, Question, Reference
from annotation.references.configured_provider import reference_provider
from annotation.references.provider import FetchedPage, FetchError, ReferenceClient
from foundation.write_transaction import write_transaction

logger = logging.getLogger(__name__)

# Errors of the title itself, which a retry would not change.
_NO_ARTICLE = {"missing", "bad_title", "namespace", "other_wiki"}


@dataclass(frozen=True, slots=True)
class Outcome:
    kind: Literal["new", "unchanged", "missing", "failed"]
    problem: str = ""
    transient: bool = False  # a retry may succeed


def fetch(page: Page, client: ReferenceClient, seconds: float) -> Outcome:
    """Fetch the page and return the outcome. An earlier snapshot stays if this fails."""
    try:
        found = client.page(page.language, page.title, page.variant, seconds=seconds)
        return Outcome("new" if _store(page, found) else "unchanged")
    except FetchError as error:
        return _store_problem(page, error)
    except Exception:
        logger.exception("%s could not be fetched.", page)
        return _store_problem(
            page, FetchError("failure", "Something went wrong on this server. It has been logged.")
        )


def _store_problem(page: Page, error: FetchError) -> Outcome:
    kind: Literal["missing", "failed"] = "missing" if error.code in _NO_ARTICLE else "failed"
    state = Page.State.STORED if page.reference_id else Page.State(kind)
    with write_transaction():
        Page.objects.filter(pk=page.pk).update(
            state=state, problem_code=error.code, problem=error.detail, tried_at=timezone.now()
        )
    return Outcome(kind, error.detail, error.transient)


def _store(page: Page, found: FetchedPage) -> bool:
    """Store the page and return whether the snapshot is new. Equal text at an equal revision is one snapshot."""
    now = timezone.now()
    with write_transaction():
        reference, new = Reference.objects.get_or_create(
            project=page.project,
            kind=reference_provider.kind,
            language=found.language,
            title=found.title,
            revision_id=found.revision_id,
            doi="",
            sha256=hashlib.sha256(found.extract.encode()).hexdigest(),
            defaults={
                "url": found.url,
                "revised_at": found.revised_at,
                "revision_sha1": found.sha1,
                "fetched_at": now,
                "extract": found.extract,
                "languages": [
                    {
                        "language": each.language,
                        "title": each.title,
                        "url": reference_provider.page_url(each.language, each.title),
                    }
                    for each in found.languages
                ],
            },
        )
        # The page is also stored under its own title, so that a later request for it needs no fetch.
        itself, _ = Page.objects.get_or_create(
            project=page.project, language=page.language, variant=page.variant, title=found.title
        )
        pages = Page.objects.filter(pk__in=[page.pk, itself.pk])
        pages.update(state=Page.State.STORED, problem_code="", problem="", reference=reference, tried_at=now)
        _set_snapshot([page, itself], reference)
    return new


def _set_snapshot(pages: list[Page], reference: Reference) -> None:
    """Set the snapshot of items and questions without one or not yet shown, and of consultations without one.

    The UPDATE itself has the condition, so an annotator who opens an item at the same time keeps the snapshot they see.
    All code locks items in order of primary key, which avoids deadlocks.
    """
    items = Item.objects.filter(Q(reference=None) | Q(shown_at=None), page__in=pages)
    list(items.select_for_update().order_by("pk").values_list("pk", flat=True))
    items.update(reference=reference)
    unread = Question.objects.filter(Q(reference=None) | Q(state=Question.State.OPEN, held_by=None))
    unread.filter(page__in=pages).update(reference=reference)
    Consultation.objects.filter(page__in=pages, reference=None).update(reference=reference)
