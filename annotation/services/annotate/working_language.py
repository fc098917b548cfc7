"""The language that an annotator of several chooses to work in."""

from annotation.models import Assignment, Membership
from annotation.queries.annotate.own_work import not_begun
from annotation.queries.projects.access import EVERY_LANGUAGE, Access
from annotation.services.annotate.reservations import release_reservations
from annotation.services.items.item_lock import locked_items
from foundation.errors import wrong_field
from foundation.write_transaction import write_transaction
from morelkit.text.languages import fold_tag


def choose_language(here: Access, language: str) -> None:
    """Store the language of the person's next items, or `EVERY_LANGUAGE`. Raises InvalidError.

    What they have reserved in other languages and not begun returns to the pool. What a lead assigned stays reserved.
    """
    chosen = language if language == EVERY_LANGUAGE else fold_tag(language)
    if chosen not in {EVERY_LANGUAGE, *here.my_languages}:
        raise wrong_field("language", "This is none of your languages in the project.", "unknown_language")
    with write_transaction():
        Membership.objects.filter(pk=here.membership.pk).update(working_language=chosen)
        if chosen == EVERY_LANGUAGE:
            return
        reserved = Assignment.objects.filter(
            annotator=here.annotator, state=Assignment.State.RESERVED, expires_at__isnull=False
        )
        unbegun = not_begun(reserved.exclude(item__language=chosen))
        items = list(locked_items(list(unbegun.values_list("item", flat=True))))
        release_reservations(unbegun.filter(item__in=items))
