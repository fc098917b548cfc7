"""No typed or imported text makes Morel contact a host that is not a Wikipedia.

The tests record every name lookup, every connection and the host of every request.
"""

import socket
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from annotation.references.wikipedia import sites
from annotation.services.projects.project_settings import set_project
from foundation.jobs import run_waiting
from tests.api.annotate.saving import body, save_content
from tests.api.client import Api, work_path
from tests.people import hand_over
from tests.records import import_records, item, stored

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

WIKIPEDIAS = {sites.host(language) for language in sites.LANGUAGES}
NAMES = [
    "127.0.0.1:9/#",
    "127.0.0.1:9/%23",
    "evil.example/",
    "evil.example#",
    "evil.example?",
    "evil.example\\",
    "de.evil.example",
    "user@evil.example/",
    "de\r\nHost: evil.example\r\n",
    "de%00",
    "[::1]:9/",
    "ｄｅ",
    "DE",
    "xx",
    "",
    ".",
    "localhost",
]
TITLES = [
    "A|B",
    "A&titles=B",
    "../../evil",
    "//evil.example/",
    "#",
    "?",
    "A\r\nHost: evil.example",
    "\u202e",
    "%2e%2e/",
    "A" * 300,
]
ADDRESSES = [
    *[f"https://{name}.wikipedia.org/wiki/Hallgrund_Lighthouse" for name in NAMES],
    *[f"https://en.wikipedia.org/wiki/{title}" for title in TITLES],
    *[f"https://en.wikipedia.org/w/index.php?title={title}" for title in TITLES],
    "https://evil.example/wiki/A",
    "http://169.254.169.254/latest/meta-data/",
    "file:///etc/passwd",
    "javascript:fetch('https://evil.example')",
    "https://en.wikipedia.org@evil.example/wiki/A",
    "https://evil.example\\@en.wikipedia.org/wiki/A",
    "https://en.wikipedia.org:9/wiki/A",
    "https://en.wikipedia.org/wiki/evil:A",
    "https://en.wikipedia.org/wiki/fr:Paris",
]


@pytest.fixture
def outgoing(mediawiki, monkeypatch):
    """The hosts that the process looks up and connects to."""
    reached: list[tuple[str, int]] = []
    look_up, connect = socket.getaddrinfo, socket.socket.connect

    def looking_up(host, port, *rest, **more):
        reached.append((str(host), int(port or 0)))
        return look_up(host, port, *rest, **more)

    def connecting(self, address):
        if self.family != socket.AF_UNIX:
            reached.append(address[:2])
        return connect(self, address)

    monkeypatch.setattr(socket, "getaddrinfo", looking_up)
    monkeypatch.setattr(socket.socket, "connect", connecting)
    return reached


def check(mediawiki, outgoing) -> None:
    ours = [urlsplit(mediawiki.address), urlsplit(settings.REDIS_URL)]
    assert set(outgoing) <= {(each.hostname, each.port) for each in ours}
    assert {request.host for request in mediawiki.requests} <= WIKIPEDIAS


def run_jobs() -> None:
    while run_waiting():
        pass


def test_input_of_annotators_contacts_no_other_host(mediawiki, outgoing, cast):
    ada = Api(cast.ada)
    held = hand_over(cast.alpha, cast.ada, cast["q-1"])
    set_project(cast.alpha, other_sources=True)
    for address in ADDRESSES:
        base = ada.get(work_path(held, "mine"))["annotation"]["revision"]
        sent = body(
            held, content=save_content(links=[{"url": address}], nothing_to_mark=True), base_revision=base
        )
        ada.send("put", work_path(held), sent)
        ada.send("post", work_path(held, "reference/retry"), {"url": address})
        run_jobs()
    for name in NAMES:
        for query in (f"language={name}&q=Hall", f"language=en&q={name}", f"reference=1&language={name}"):
            for end in ("search", "other"):
                ada.send("get", f"/projects/alpha/references/{end}/?{query.replace('#', '%23')}")
    run_jobs()
    assert mediawiki.requests, "Some addresses are valid."
    check(mediawiki, outgoing)


def test_imported_data_contacts_no_other_host(mediawiki, outgoing, cast):
    records = [item(f"x{n}", wikipedia_url=address) for n, address in enumerate(ADDRESSES)]
    import_records(cast.alpha, records)
    lena = Api(cast.lena)
    lena.post("/projects/alpha/references/fetch/", {"refresh": False}, status=201)
    run_jobs()
    for n in range(len(ADDRESSES)):
        lena.send("post", work_path(stored(cast.alpha, f"x{n}"), "reference/retry"), {})
    run_jobs()
    assert mediawiki.requests
    check(mediawiki, outgoing)


def test_responses_of_wikipedia_contact_no_other_host(mediawiki, outgoing, cast):
    """HTTP redirects are not followed, and linked languages are filtered by the list of Wikipedias."""
    page = mediawiki.wiki.pages["en", "Hallgrund Lighthouse"]
    page.languages |= dict.fromkeys(NAMES, "Evil")
    mediawiki.fails("elsewhere", title="Mercury (river)")
    import_records(
        cast.alpha,
        [
            item(name, wikipedia_url=f"https://en.wikipedia.org/wiki/{title}")
            for name, title in (("light", "Hallgrund_Lighthouse"), ("river", "Mercury_(river)"))
        ],
    )
    lena = Api(cast.lena)
    lena.post("/projects/alpha/references/fetch/", {"refresh": False}, status=201)
    run_jobs()
    reference = stored(cast.alpha, "light").reference
    assert {each["language"] for each in reference.languages} <= sites.LANGUAGES
    for name in NAMES:
        lena.send(
            "get",
            f"/projects/alpha/references/other/?reference={reference.pk}&language={name.replace('#', '%23')}",
        )
    run_jobs()
    check(mediawiki, outgoing)
