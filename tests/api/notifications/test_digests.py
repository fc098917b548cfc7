"""E-mails about notifications: one to a person for several changes, not twice, in their language, and switched off."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone

from annotation.services.people.members import change_member
from foundation.accounts.preference_rules import DEFAULTS
from foundation.models import Notification, Preferences
from foundation.notification_digests import send_digest, send_digests
from foundation.notifications.notify import MAIL_DELAY, MAIL_INTERVAL
from tests.api.client import Api
from tests.people import Cast, annotate, annotator, ask, hand_over

pytestmark = pytest.mark.django_db

SECRET = "Is <b>Anna</b> a name?"


@pytest.fixture(autouse=True)
def site_with_mail(settings, cast: Cast) -> None:
    settings.MAIL = urlsplit("smtp://mail.test")
    settings.SITE_URL = "https://morel.test"
    Notification.objects.all().delete()
    for user in (cast.ada, cast.lena):
        user.email = f"{user.username}@people.test"
        user.save()


def questions(cast: Cast, *names: str) -> None:
    for name in names:
        hand_over(cast.alpha, cast.ada, cast[name])
        ask(cast.alpha, cast.ada, cast[name], SECRET)


def later(**delay: float) -> datetime:
    return timezone.now() + MAIL_DELAY + timedelta(**delay)


def test_several_changes_are_one_email_after_some_minutes(cast: Cast):
    questions(cast, "q-1", "q-2", "q-3")
    send_digest(cast.lena, timezone.now())
    assert mail.outbox == []
    send_digest(cast.lena, later(seconds=1))
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (["lena@people.test"], "What is new on Morel")
    assert sent.body.startswith(
        "“alpha”: 3 messages from annotators\nhttps://morel.test/p/alpha/questions\n\n"
    )
    assert "https://morel.test/account#notifications" in sent.body
    assert "Anna" not in sent.body


def test_nothing_is_sent_twice(cast: Cast):
    questions(cast, "q-1")
    for _ in range(3):
        send_digest(cast.lena, later(minutes=1))
    assert len(mail.outbox) == 1


def test_unread_changes_of_a_day_are_one_more_email(cast: Cast):
    questions(cast, "q-1")
    send_digest(cast.lena, later())
    questions(cast, "q-2")
    send_digest(cast.lena, later(hours=5))
    assert len(mail.outbox) == 1
    send_digest(cast.lena, later() + MAIL_INTERVAL)
    assert len(mail.outbox) == 2


def test_what_was_read_in_the_page_is_not_mailed(cast: Cast):
    questions(cast, "q-1")
    lena = Api(cast.lena)
    seen = lena.get("/notifications/")
    lena.post("/notifications/read/", {"ids": [row["id"] for row in seen["results"]], "as_of": seen["as_of"]})
    send_digest(cast.lena, later(minutes=1))
    assert mail.outbox == []


def test_who_lost_access_gets_no_email(cast: Cast):
    questions(cast, "q-1")
    change_member(cast.alpha, annotator(cast.alpha, cast.ada).key, timezone.now(), role="lead")
    change_member(cast.alpha, annotator(cast.alpha, cast.lena).key, timezone.now(), ended=True)
    send_digest(cast.lena, later(minutes=1))
    assert mail.outbox == []


def test_email_is_switched_off_apart_from_the_page(cast: Cast):
    Api(cast.lena).put("/notifications/settings/", {"kind": "question", "page": True, "mail": False})
    questions(cast, "q-1")
    send_digest(cast.lena, later(minutes=1))
    assert mail.outbox == []
    assert Api(cast.lena).get("/notifications/unread/") == {"unread": 1}


def test_switching_off_holds_for_an_email_that_waits(cast: Cast):
    questions(cast, "q-1")
    Api(cast.lena).put("/notifications/settings/", {"kind": "question", "page": True, "mail": False})
    send_digest(cast.lena, later(minutes=1))
    assert mail.outbox == []


@pytest.mark.parametrize("missing", ["server", "address", "site"])
def test_without_server_address_or_site_url_nothing_waits(cast: Cast, settings, missing):
    if missing == "server":
        settings.MAIL = urlsplit("")
    elif missing == "site":
        settings.SITE_URL = ""
    else:
        cast.lena.email = ""
        cast.lena.save()
    questions(cast, "q-1")
    assert Notification.objects.get(user=cast.lena).mail_due_at is None
    expected = "no_address" if missing == "address" else "no_server"
    assert Api(cast.lena).get("/notifications/settings/")["mail"] == expected
    send_digests()
    assert mail.outbox == []


def test_a_refused_email_is_tried_again(cast: Cast, monkeypatch):
    questions(cast, "q-1")
    with monkeypatch.context() as patch:
        patch.setattr("foundation.notification_digests.send_email", lambda *_: "SMTPException: busy")
        send_digest(cast.lena, later())
    send_digest(cast.lena, later())
    assert mail.outbox == [], "not at once"
    send_digest(cast.lena, later(minutes=16))
    assert len(mail.outbox) == 1


def test_a_process_that_is_killed_while_it_sends_causes_no_second_email(cast: Cast, monkeypatch):
    questions(cast, "q-1")

    def killed(*_: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("foundation.notification_digests.send_email", killed)
        with pytest.raises(KeyboardInterrupt):
            send_digest(cast.lena, later())
    send_digest(cast.lena, later(days=1))
    assert mail.outbox == []
    assert Api(cast.lena).get("/notifications/unread/") == {"unread": 1}


def test_the_worker_sends_what_is_due(cast: Cast):
    questions(cast, "q-1")
    Notification.objects.update(mail_due_at=timezone.now() - timedelta(seconds=1))
    send_digests()
    assert [sent.to for sent in mail.outbox] == [["lena@people.test"]]


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        ("en", "“alpha”: item q-1 was reopened for changes"),
        ("fr", "« alpha » : l’item q-1 a été rouvert pour modification"),
        ("es", "«alpha»: el ítem q-1 se ha reabierto para cambios"),
        ("ar", "“alpha”: أُعيد فتح العنصر q-1 لتعديله"),
    ],
)
def test_the_email_is_in_the_language_of_the_person(cast: Cast, locale, line):
    Preferences.objects.create(user=cast.ada, value={**DEFAULTS, "locale": locale})
    annotate(cast.alpha, cast.ada, cast["q-1"], (0, 3))
    asked = {"annotator": "", "items": [cast["q-1"].pk], "reason": SECRET}
    Api(cast.lena).post("/projects/alpha/items/reopen/", asked)
    send_digest(cast.ada, later(minutes=1))
    [sent] = mail.outbox
    assert sent.body.splitlines()[0] == line
    assert sent.body.splitlines()[1] == f"https://morel.test/p/alpha/annotate/{cast['q-1'].pk}"
    assert "Anna" not in sent.body
