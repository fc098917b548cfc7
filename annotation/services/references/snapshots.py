"""Fetch a page, keep the snapshot, and give it to those who have been waiting for one."""

import hashlib
import logging
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q
from django.utils import timezone

from annotation.models import Consultation, Item, Page, Reference
from annotation.references.wikipedia.client import FetchedPage, Wikipedia
from annotation.references.wikipedia.errors import FetchError
from annotation.references.wikipedia.titles import page_url
from foundation.write_transaction import write_transaction

logger = logging.getLogger(__name__)

# What asking again would not change: the title leads nowhere.
_NO_ARTICLE = {"missing", "bad_title", "namespace", "other_wiki"}


@dataclass(frozen=True, slots=True)
class Outcome:
    kind: Literal["new", "unchanged", "missing", "failed"]
    problem: str = ""
    passing: bool = False  # it may be gone at the next try


def fetch(page: Page, wikipedia: Wikipedia, seconds: float) -> Outcome:
    """Ask for the page once more. What is stored of it already stays, whatever comes of this."""
    try:
        found = wikipedia.page(page.language, page.title, page.variant, seconds=seconds)
        return Outcome("new" if _keep(page, found) else "unchanged")
    except FetchError as error:
        return _note(page, error)
    except Exception:
        logger.exception("%s could not be fetched.", page)
        return _note(page, FetchError("failure", "Something went wrong on this server. It has been logged."))


def _note(page: Page, error: FetchError) -> Outcome:
    kind: Literal["missing", "failed"] = "missing" if error.code in _NO_ARTICLE else "failed"
    state = Page.State.STORED if page.reference_id else Page.State(kind)
    with write_transaction():
        Page.objects.filter(pk=page.pk).update(
            state=state, problem_code=error.code, problem=error.detail, tried_at=timezone.now()
        )
    return Outcome(kind, error.detail, error.transient)


def _keep(page: Page, found: FetchedPage) -> bool:
    """Whether the snapshot is new. The same text at the same revision is the same snapshot."""
    now = timezone.now()
    with write_transaction():
        reference, new = Reference.objects.get_or_create(
            project=page.project,
            kind=Reference.Kind.WIKIPEDIA,
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
                        "url": page_url(each.language, each.title),
                    }
                    for each in found.languages
                ],
            },
        )
        # Whoever asks for the page under its own title is answered as well.
        itself, _ = Page.objects.get_or_create(
            project=page.project, language=page.language, variant=page.variant, title=found.title
        )
        pages = Page.objects.filter(pk__in=[page.pk, itself.pk])
        pages.update(state=Page.State.STORED, problem_code="", problem="", reference=reference, tried_at=now)
        _give([page, itself], reference)
    return new


def _give(pages: list[Page], reference: Reference) -> None:
    """To items that have none or that no annotator has seen yet, and to annotators who have none.

    The condition is part of the statement that writes: whoever is shown an item at this moment keeps what they are
    shown. Items are locked in the order in which everyone locks them.
    """
    items = Item.objects.filter(Q(reference=None) | Q(shown_at=None), page__in=pages)
    list(items.select_for_update().order_by("pk").values_list("pk", flat=True))
    items.update(reference=reference)
    Consultation.objects.filter(page__in=pages, reference=None).update(reference=reference)
