"""Invitations by e-mail: one link per address, and the state of its e-mail."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend

from annotation.models import Invitation
from tests.api.client import Api
from tests.people import PASSWORD, Cast
from tests.snapshot import snapshot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_once", "fresh_cache")]

PATH = "/projects/alpha/invitations/mail/"


@pytest.fixture(autouse=True)
def a_mail_server(settings: Any) -> None:
    settings.MAIL = urlsplit("smtp://mail.test")


def body(*emails: str, **more: Any) -> dict[str, Any]:
    return {"emails": list(emails), "role": "annotator", **more}


def test_each_address_gets_an_email_with_its_own_link(cast: Cast, lena: Api):
    lena.post(PATH, body("mia@example.org", "noor@example.org", languages=["EN"], locale="es"), status=201)
    assert [letter.to for letter in outbox.outbox] == [["mia@example.org"], ["noor@example.org"]]
    assert outbox.outbox[0].subject == "Invitación a alpha"
    links = [re.search(r"http://testserver(/join/\S+)", str(letter.body)) for letter in outbox.outbox]
    first, second = (found[1] for found in links if found)
    assert first != second
    account = {"username": "mia", "name": "", "password": PASSWORD}
    Api().post(f"{first}/", {"account": account})
    Api().post(f"{first}/", {"account": account | {"username": "more"}}, status=403)
    rows = lena.get("/projects/alpha/invitations/")["results"]
    assert [(row["email"], row["mail"], row["state"], row["uses"]) for row in rows] == [
        ("noor@example.org", "sent", "open", 0),
        ("mia@example.org", "sent", "used_up", 1),
    ]


def test_a_repeated_address_is_invited_once(cast: Cast, lena: Api):
    made = lena.post(PATH, body("mia@example.org", " Mia@Example.org "), status=201)
    assert len(made["results"]) == 1


@pytest.mark.parametrize(
    "emails", [[], ["  "], ["mia@example.org", "nowhere"], ["a@example.org\nBcc: x@example.org"]]
)
def test_one_invalid_address_refuses_the_whole_request(cast: Cast, lena: Api, emails):
    before = snapshot()
    problem = lena.post(PATH, body(*emails), status=422)
    assert problem["errors"][0]["pointer"].startswith("/emails")
    assert snapshot() == before
    assert outbox.outbox == []


def test_a_failed_email_is_shown_and_the_others_are_sent(cast: Cast, lena: Api, monkeypatch):
    send = EmailBackend.send_messages

    def refuse(self: EmailBackend, letters: Any) -> int:
        if letters[0].to == ["mia@example.org"]:
            raise OSError("mailbox unavailable")
        return send(self, letters)

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    lena.post(PATH, body("mia@example.org", "noor@example.org"), status=201)
    noor, mia = lena.get("/projects/alpha/invitations/")["results"]
    assert (noor["mail"], mia["mail"]) == ("sent", "failed")
    assert "mailbox unavailable" in mia["mail_error"]
    assert mia["state"] == "open"  # its link can still be passed on by hand


def test_without_a_mail_server_nothing_counts_as_sent(cast: Cast, lena: Api, settings):
    settings.MAIL = urlsplit("")
    (made,) = lena.post(PATH, body("mia@example.org"), status=201)["results"]
    (listed,) = lena.get("/projects/alpha/invitations/")["results"]
    assert (made["mail"], listed["mail"], listed["state"]) == ("no_server", "no_server", "open")


def test_an_emailed_invitation_can_be_revoked(cast: Cast, lena: Api):
    (made,) = lena.post(PATH, body("mia@example.org"), status=201)["results"]
    lena.call("delete", f"/projects/alpha/invitations/{made['id']}/")
    code = Invitation.objects.get(pk=made["id"]).code
    Api().get(f"/join/{code}/", status=403)
