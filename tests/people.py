"""The recurring cast of users and projects, and helpers to work as one of them.

In the project *alpha* (pool, redundancy 2, English and Arabic):
    ada    annotates, in every language
    bo     annotates, in English only
    lena   leads
In the project *beta*, which has no member of alpha:
    otto   leads, and annotates
Nowhere:
    nina   has an account
    root   administers the site, and belongs to no project

Beta is noise that makes unscoped queries fail: it has items with the same ids, submitted and drafted annotations, an
upload, guidelines and a message.
"""

import io
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from annotation.models import Annotation, Annotator, Assignment, Import, Item, Message, Project
from annotation.queries.projects.access import access
from annotation.services.annotate.reservations import reserve_next
from annotation.services.annotate.save import Save, save_annotation
from annotation.services.imports.lifecycle import upload
from annotation.services.messages.threads import NewMessage, send_message
from annotation.services.people.members import add_member
from annotation.services.projects.guidelines import set_guidelines
from annotation.services.projects.project_settings import create_project
from tests.records import import_annotations, import_records, item, items, stored

PASSWORD = "correct horse battery staple"


def person(username: str, **fields: Any) -> User:
    return User.objects.create_user(username, password=PASSWORD, **fields)


def join(project: Project, username: str, role: str = "annotator", languages: tuple[str, ...] = ()) -> User:
    """Return the user as a member of the project. The account is created if there is none."""
    password = "" if User.objects.filter(username=username).exists() else PASSWORD
    add_member(project, username, role, languages=languages, password=password)
    return User.objects.get(username=username)


def annotator(project: Project, user: User) -> Annotator:
    return Annotator.objects.get(project=project, user=user)


def reserve(project: Project, user: User, now: Any = None, *, beside: int | None = None) -> Item | None:
    """Reserve the next item for the user and return it, or None if there is none."""
    here = access(user, project.slug)
    result = reserve_next(
        project, here.annotator, here.my_language_rows, now or timezone.now(), beside=beside
    )
    return Item.objects.filter(pk=result.item_id).first()


def hand_over(project: Project, user: User, chosen: Item) -> Item:
    """Reserve this item for the user: other items and reservations are set aside while the pool is asked."""
    others = Item.objects.filter(project=project, reservable=True).exclude(pk=chosen.pk)
    other_items = list(others.values_list("pk", flat=True))
    open_ = Assignment.objects.filter(project=project, annotator__user=user, state="reserved")
    reserved = list(open_.values_list("pk", flat=True))
    others.update(reservable=False)
    open_.update(state="skipped")
    item_ = reserve(project, user)
    Assignment.objects.filter(pk__in=reserved).update(state="reserved")
    Item.objects.filter(pk__in=other_items).update(reservable=True)
    assert item_ == chosen, f"{user} got {item_} instead of {chosen}"
    return chosen


def content(*spans: tuple[int, int], **more: Any) -> dict[str, Any]:
    """Return the content of an annotation with these spans, or with nothing to mark if there are none."""
    return {
        "spans": [{"start": start, "end": end} for start, end in spans],
        "nothing_to_mark": not spans,
        **more,
    }


def save(
    project: Project,
    user: User,
    chosen: Item,
    content: dict[str, Any],
    *,
    submit: bool = True,
    now: Any = None,
) -> Annotation:
    """Save the content as the next revision of the user's annotation."""
    mine = annotator(project, user)
    before = Annotation.objects.filter(item=chosen, annotator=mine).select_related("head").first()
    base = before.head.number if before and before.head else 0
    body = Save(uuid.uuid4(), base, chosen.answer_sha256, submit, content)
    save_annotation(project, mine, chosen.pk, body, now or timezone.now())
    return Annotation.objects.get(item=chosen, annotator=mine)


def ask(project: Project, user: User, chosen: Item, text: str) -> Message:
    """Send a question of the user about an item assigned to them."""
    mine = annotator(project, user)
    return send_message(chosen.pk, mine, user, NewMessage(uuid.uuid4(), text), timezone.now())


def annotate(project: Project, user: User, chosen: Item, *spans: tuple[int, int], **more: Any) -> Annotation:
    """Submit these spans as the user, to whom the item is assigned first if it is not yet."""
    if not Assignment.objects.filter(item=chosen, annotator__user=user).exists():
        hand_over(project, user, chosen)
    return save(project, user, chosen, content(*spans, **more))


@dataclass
class Cast:
    alpha: Project
    beta: Project
    ada: User
    bo: User
    lena: User
    otto: User
    nina: User
    root: User
    theirs: Item  # an item of beta, annotated by otto
    their_import: Import
    items: dict[str, Item] = field(default_factory=dict)  # of alpha, by external id

    def __getitem__(self, external_id: str) -> Item:
        return self.items[external_id]


def make_cast() -> Cast:
    beta = create_project("beta", preset="mu-shroom")
    otto = join(beta, "otto", "lead")
    import_records(beta, [*items(3), item("ar-1", lang="AR")])
    import_annotations(beta, {"q-1": {"annotator_noise": [[0, 3]]}, "ar-1": {"annotator_noise": [[0, 9]]}})
    annotate(beta, otto, stored(beta, "q-2"), (4, 12))
    save(beta, otto, hand_over(beta, otto, stored(beta, "q-3")), content((0, 1)), submit=False)
    set_guidelines(beta, "en", "# Of beta")
    ask(beta, otto, stored(beta, "q-3"), "A question within beta.")
    their_import = upload(beta, "items", io.BytesIO(b'{"id":"x"}\n'), "noise.jsonl", otto)

    alpha = create_project("alpha", preset="mu-shroom", redundancy=2)
    ada, bo = join(alpha, "ada"), join(alpha, "bo", languages=("EN",))
    lena = join(alpha, "lena", "lead")
    import_records(alpha, [*items(3), item("ar-1", lang="AR")])
    return Cast(
        alpha=alpha,
        beta=beta,
        ada=ada,
        bo=bo,
        lena=lena,
        otto=otto,
        nina=person("nina"),
        root=person("root", is_staff=True, is_superuser=True),
        theirs=stored(beta, "q-2"),
        their_import=their_import,
        items={each.external_id: each for each in Item.objects.filter(project=alpha)},
    )


def may_log_in(username: str, password: str) -> bool:
    return authenticate(HttpRequest(), username=username, password=password) is not None
