"""Save, change and delete named filters. Only the owner may change a view, shared or not.

Any lead may delete a shared view if its owner no longer leads the project.
"""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction

from annotation.models import SavedView
from annotation.queries.items.item_filters import ItemFilter
from annotation.queries.items.saved_views import leads_of, may_delete
from annotation.queries.projects.access import Access
from foundation.errors import FieldError, InvalidError, NotFoundError
from foundation.write_transaction import write_transaction

MAX_VIEWS = 200  # per person and project


def save_view(
    here: Access, name: str, chosen: ItemFilter, *, shared: bool, columns: Sequence[str] = ()
) -> SavedView:
    """Save a filter under a name. Raises InvalidError if the name is taken or the person has too many views."""
    with write_transaction():
        if SavedView.objects.filter(project=here.project, owner=here.user).count() >= MAX_VIEWS:
            detail = f"Nobody has more than {MAX_VIEWS} views in a project. Delete one first."
            raise InvalidError(detail, code="too_many", errors=[FieldError("/name", "too_many", detail)])
        view = SavedView(project=here.project, owner=here.user, filter=asdict(chosen), shared=shared)
        view.columns = list(columns)
        return _store(view, name)


def change_view(
    here: Access,
    key: int,
    *,
    name: str | None = None,
    chosen: ItemFilter | None = None,
    shared: bool | None = None,
) -> SavedView:
    """Change the given fields of the user's own view. Raises NotFoundError, InvalidError."""
    with write_transaction():
        view = _own(here, key)
        if shared is not None:
            view.shared = shared
        if chosen is not None:
            view.filter = asdict(chosen)
        return _store(view, view.name if name is None else name)


def delete_view(here: Access, key: int) -> None:
    """Delete a view that the user may delete. Raises NotFoundError."""
    with write_transaction():
        view = SavedView.objects.filter(project=here.project, pk=key).first()
        if view is None or not may_delete(here, view, leads_of(here.project)):
            raise _no_such_view()
        view.delete()


def _own(here: Access, key: int) -> SavedView:
    view = SavedView.objects.filter(project=here.project, owner=here.user, pk=key).first()
    if view is None:
        raise _no_such_view()
    return view


def _no_such_view() -> NotFoundError:
    return NotFoundError("There is no such view, or it is not yours.")


def _store(view: SavedView, name: str) -> SavedView:
    view.name = name.strip()
    if not view.name:
        raise _wrong_name("A view needs a name.", "blank")
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        raise _wrong_name("You have a view of this name already.", "taken") from error
    return view


def _wrong_name(detail: str, code: str) -> InvalidError:
    return InvalidError(detail, code=code, errors=[FieldError("/name", code, detail)])
