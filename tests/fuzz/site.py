"""The site: the demo and a small project, with releases, jobs, decisions, questions, a crowd study and links.

The demo has a shared task, which the lead organizes; the annotator is in a team of it.

Each operation is tried on the same site: `restore` brings the database and the stored releases back.
"""

import filecmp
import json
import shutil
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests

from tests.e2e.site import Site
from tests.fuzz.real_values import MAPPED, PASSWORD, SLUG, RealValues
from tests.images import png
from tests.mediawiki import MediaWiki
from tests.openid import Provider

CSRF = "c" * 32
WAIT_SECONDS = 60
ROLES = ("anonymous", "annotator", "lead", "guest")
IN_PROJECT = f"/projects/{SLUG}"
TASK = "harbours"
FOLDERS = ("uploads", "guidelines-images", "evaluation")
"""Folders of the data directory that requests may delete files from."""

SESSIONS = """
import json
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from foundation.models import SignOn
made = {{"sessions": {{}}, "sign_ons": {{}}}}
for name in {names!r}:
    user = User.objects.get(username=name)
    user.set_password({password!r})
    user.email = f"{{name}}@example.org"
    user.save()
    made["sign_ons"][name] = SignOn.objects.create(user=user, issuer="https://id.example.org", subject=name).pk
    browser = Client()
    browser.force_login(user)
    made["sessions"][name] = browser.cookies[settings.SESSION_COOKIE_NAME].value
made["uid"] = urlsafe_base64_encode(force_bytes(user.pk))
made["token"] = default_token_generator.make_token(user)
print(json.dumps(made))
"""


@dataclass
class Person:
    """A client of the API with the session of a person, or of nobody."""

    url: str
    session: str = ""
    http: requests.Session = field(default_factory=requests.Session)

    @property
    def headers(self) -> dict[str, str]:
        cookie = f"csrftoken={CSRF}" + (f"; sessionid={self.session}" if self.session else "")
        return {"Cookie": cookie, "X-CSRFToken": CSRF}

    def call(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        if body is not None:
            more["json"] = body
        url = f"{self.url}/api/v1{path}"
        response = self.http.request(method, url, headers=self.headers, timeout=WAIT_SECONDS, **more)
        assert response.ok, f"{method} {path} {response.status_code} {response.text}"
        return response.json() if response.content else None

    def get(self, path: str) -> Any:
        return self.call("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.call("POST", path, body)


def _copy_changed(kept: str, file: str) -> None:
    """Copy unless size and time of the file are still those of the kept one, which are copied too."""
    if not (Path(file).is_file() and filecmp.cmp(kept, file)):
        shutil.copy2(kept, file)


class FuzzSite:
    """`people` and `known`, by role: clients, and what each of them can name."""

    def __init__(self, directory: Path, wikipedia: MediaWiki, provider: Provider) -> None:
        self.directory = directory
        self.log = directory / "server.log"
        unlimited = "1000000/min"
        self._site = Site(
            directory,
            wikipedia.address,
            settings={
                "MOREL_LOGIN_RATE": unlimited,
                "MOREL_LINK_RATE": unlimited,
                "MOREL_CHECK_RATE": unlimited,
                "MOREL_LOGIN_TRIES": "1000000",
                "MOREL_SIGN_UP": "open",
                "MOREL_OIDC_URL": provider.address,
                "MOREL_OIDC_ID": provider.client,
                "MOREL_OIDC_SECRET": provider.secret,
                "MOREL_OIDC_NAME": "The University",
            },
        )
        self._site.manage("demo")
        self._site.manage("demo_task")
        items = [
            {"id": f"b-{number}", "lang": "EN", "model_input": "Why?", "model_output_text": "Because."}
            for number in range(3)
        ]
        self._site.project("beta", {"otto": "lead"}, items)
        script = SESSIONS.format(names=("lena", "ada", "bo", "otto"), password=PASSWORD)
        made = json.loads(self._site.manage("shell", "-v0", "-c", script))
        with self.log.open("w") as log:
            self._site.start(log=log)
        self.url = self._site.url
        self.people = {
            "anonymous": Person(self.url),
            "annotator": Person(self.url, made["sessions"]["ada"]),
            "lead": Person(self.url, made["sessions"]["lena"]),
        }
        self.known: dict[str, RealValues] = {}
        try:
            self._fill(made)
            self._wait_for_jobs()
        except BaseException:
            self.close()
            raise
        self._stored = set(self._release_folders())
        for folder in FOLDERS:
            shutil.copytree(directory / folder, directory / f"{folder}-kept")
        self._copy = sqlite3.connect(":memory:", check_same_thread=False)
        with closing(sqlite3.connect(self._database)) as live:
            live.backup(self._copy)

    def restore(self) -> None:
        """Bring the site back to what it was before the first request."""
        self._wait_for_jobs()
        with closing(sqlite3.connect(self._database, timeout=WAIT_SECONDS)) as live:
            self._copy.backup(live)
        for folder in self._release_folders():
            if folder not in self._stored:
                shutil.rmtree(folder)
        for folder in FOLDERS:
            shutil.copytree(
                self.directory / f"{folder}-kept",
                self.directory / folder,
                dirs_exist_ok=True,
                copy_function=_copy_changed,
            )

    def close(self) -> None:
        self._site.close()

    @property
    def _database(self) -> Path:
        return self.directory / "morel.sqlite3"

    def _release_folders(self) -> list[Path]:
        return [path for path in (self.directory / "releases").glob("*/*") if path.is_dir()]

    def _wait_for_jobs(self) -> None:
        """Wait until no job runs, so that none writes into a restored database."""
        deadline = time.monotonic() + WAIT_SECONDS
        query = "SELECT count(*) FROM foundation_job WHERE state IN ('waiting', 'running')"
        while self._site.rows(query)[0][0]:
            assert time.monotonic() < deadline, "A job does not end."
            time.sleep(0.02)

    def _fill(self, made: dict[str, Any]) -> None:
        """Give the demo everything that a path can name, and note it for each role."""
        lena, ada = self.people["lead"], self.people["annotator"]
        lena.call("PATCH", f"{IN_PROJECT}/", {"adjudication": True})
        study = lena.post(f"{IN_PROJECT}/entries/", {"kind": "guest", "quota": 5})
        prolific = lena.post(f"{IN_PROJECT}/entries/", {"kind": "prolific", "quota": 5, "study": "s1"})
        guest = self.people["guest"] = Person(self.url)
        answer = guest.http.post(
            f"{self.url}/api/v1/enter/{study['code']}/", json={}, headers=guest.headers, timeout=WAIT_SECONDS
        )
        guest.session = answer.cookies["sessionid"]
        guest.http.cookies.clear()
        guidelines = guest.get(f"{IN_PROJECT}/guidelines/")["results"]
        read = [{"language": each["language"], "version": each["version"]} for each in guidelines]
        guest.post(f"{IN_PROJECT}/guidelines/accept/", {"read": read})

        items = [each["id"] for each in lena.get(f"{IN_PROJECT}/items/")["results"]]
        people = sorted(lena.get(f"{IN_PROJECT}/people/")["results"], key=lambda each: each["joined_at"])
        keys = [each["key"] for each in people]
        scheme = lena.get(f"{IN_PROJECT}/scheme/")
        labels = {each["name"]: each["choices"][0]["name"] for each in scheme["item_labels"]}
        decided = {"revision": 0, "spans": [], "labels": labels, "note": "", "source": "nothing"}
        for revision in (0, 1):
            lena.call("PUT", f"{IN_PROJECT}/items/{items[0]}/adjudication/", decided | {"revision": revision})
        question = {"message_id": "00000000-0000-4000-8000-000000000001", "text": "Is this one right?"}
        shown, unused = (
            self._image(lena, f"{name}.png", png(width)) for width, name in ((2, "shown"), (3, "unused"))
        )
        text = f"# Marks\n\n![A mark]({shown['path']})"
        lena.call("PUT", f"{IN_PROJECT}/guidelines/en/", {"text": text})
        own = {role: self._own_items(self.people[role]) for role in ("annotator", "lead", "guest")}
        ada.post(f"{IN_PROJECT}/items/{own['annotator'][0]}/messages/", question)
        view = lena.post(f"{IN_PROJECT}/views/", {"name": "Mine", "filter": {}, "shared": True})
        invitation = lena.post(f"{IN_PROJECT}/invitations/", {"role": "annotator", "max_uses": 1000})
        brought = self._upload(lena, "brought")
        lena.post(f"{IN_PROJECT}/imports/{brought}/start/", MAPPED)
        self._wait_for_jobs()
        lena.post(f"{IN_PROJECT}/references/fetch/", {"refresh": False})
        self._wait_for_jobs()
        waiting = self._upload(lena, "waiting")
        releases = [self._release(lena, name) for name in ("v1", "v2", "v3")]
        path = f"{IN_PROJECT}/releases"
        lena.call("PUT", f"{path}/{releases[0]}/publish/", {"published": True})
        shared = lena.call("PUT", f"{path}/{releases[0]}/share/", {"shared": True})
        lena.post(f"{path}/{releases[2]}/withdraw/", {"reason": "A mistake."})
        shares = {"dev": 50, "test": 50}
        releases.append(
            self._release(
                lena, "v4", splits={"by": "share", "shares": shares}, embargo=["test"], opens_on="2999-01-01"
            )
        )
        author = next(each for each in people if each["submitted"])
        excluded_item, exclusions = self._exclusions(author, items)
        author = author["key"]
        lena.post(f"{IN_PROJECT}/agreement/", {"asked": True})

        imports = [each["id"] for each in lena.get(f"{IN_PROJECT}/imports/")["results"]]
        references = [row[0] for row in self._site.rows("SELECT id FROM annotation_reference")]
        fetched = self._site.rows("SELECT id FROM annotation_reference WHERE kind = 'wikipedia'")
        assert fetched
        own_references = {
            role: [
                person.get(f"{IN_PROJECT}/items/{each}/mine/")["reference"]["id"]
                for each in own.get(role, [])
            ]
            for role, person in self.people.items()
        }
        task_paths, task_names, task_queries = self._task()
        entries = [study["id"], prolific["id"]]
        codes = [study["code"], prolific["code"]]
        for role in ROLES:
            person = self.people[role]
            sessions = person.get("/account/")["sessions"] if role != "anonymous" else []
            sign_on = made["sign_ons"].get({"annotator": "ada", "lead": "lena"}.get(role, ""))
            self.known[role] = RealValues(
                paths={
                    "slug": [SLUG],
                    "item": items,
                    "id": [waiting, *imports],
                    "entry": entries,
                    "exclusion": exclusions,
                    "invitation": [invitation["id"]],
                    "key": keys,
                    "language": ["en"],
                    "reference": references,
                    "release": releases,
                    "view": [view["id"]],
                    "sha256": [shown["sha256"], unused["sha256"]],
                    "session": [each["id"] for each in sessions],
                    "sign_on": [sign_on] if sign_on else [],
                    "uid": [made["uid"]],
                    "token": [made["token"]],
                    "code": codes,
                    **task_paths,
                },
                names={
                    **task_names,
                    ("invitation_offer", "code"): [invitation["code"]],
                    ("invitation_accept", "code"): [invitation["code"]],
                    ("release_shared", "token"): [shared["link"].rpartition("/")[2]],
                    ("release_shared_download", "token"): [shared["link"].rpartition("/")[2]],
                    ("import_start", "id"): [waiting],
                    ("import_undo", "id"): [brought],
                    ("import_discard", "id"): [waiting],
                    ("adjudication_withdraw", "item"): items[:1],
                    ("adjudication_undo", "item"): items[:1],
                    ("annotation_include", "item"): [excluded_item],
                    ("annotation_include", "annotator"): [author],
                    ("release_open", "release"): releases[3:],
                    ("release_share", "release"): releases[:1],
                    ("reference_get", "reference"): own_references.get(role) or references,
                },
                queries={
                    "language": ["en", "en", "de"],
                    "before": releases[:2],
                    "after": releases[:2],
                    "reference": [
                        *[row[0] for row in fetched],
                        *(own_references.get(role) or references[:1]),
                    ],
                    "q": ["harbour"],
                    "annotator": keys,
                    "beside": keys,
                    "left": ["raw", "merged"],
                    "right": ["merged"],
                    "item": items,
                    "cursor": [""],
                    **task_queries,
                },
                answers=dict(self._site.rows("SELECT id, answer_sha256 FROM annotation_item")),
                own_items=own.get(role, []),
                keys=keys,
                counts={
                    each["key"]: each["submitted"]
                    for each in people
                    if each["submitted"] and each["key"] != author
                },
                scheme=scheme,
                labels=labels,
                usernames={each["key"]: each["username"] for each in people},
            )

    def _task(self) -> tuple[dict[str, Any], dict[tuple[str, str], Any], dict[str, Any]]:
        """Ask a question as a team, and return what paths and queries of the shared task can name."""
        self.people["annotator"].post(f"/tasks/{TASK}/messages/", {"text": "May we use pages?"})
        invitation = self.people["lead"].post(
            f"/tasks/{TASK}/invitations/", {"role": "organizer", "max_uses": 1000}
        )
        ids = {
            name: [row[0] for row in self._site.rows(f"SELECT id FROM evaluation_{name} ORDER BY id")]  # noqa: S608
            for name in ("phase", "track", "team", "submission", "upload", "teammember", "organizer")
        }
        phases, tracks = (
            [row[0] for row in self._site.rows(f"SELECT slug FROM evaluation_{name}")]  # noqa: S608
            for name in ("phase", "track")
        )
        member = ids["teammember"]
        of_boards = ("board_get", "board_file", "board_wins", "analysis_get", "analysis_file")
        names: dict[tuple[str, str], Any] = {
            **{(operation, "phase"): phases for operation in of_boards},
            **{(operation, "track"): tracks for operation in of_boards},
            **{(operation, "name"): ["board.csv", "board.tex"] for operation in of_boards},
            ("systems_compare_file", "name"): ["comparison.csv", "items.tex"],
            ("task_invitation_revoke", "invitation"): [invitation["id"]],
            ("task_invitation_offer", "code"): [invitation["code"]],
            ("task_invitation_accept", "code"): [invitation["code"]],
        }
        paths = {
            "task": [TASK],
            "phase": ids["phase"],
            "track": ids["track"],
            "team": ids["team"],
            "submission": ids["submission"],
            "upload": ids["upload"],
            "member": member,
            "organizer_key": ids["organizer"],
        }
        return (
            paths,
            names,
            {"phase": phases, "a": ids["submission"], "b": ids["submission"], "team": ids["team"]},
        )

    def _own_items(self, person: Person) -> list[int]:
        mine = [each["item"] for each in person.get(f"{IN_PROJECT}/mine/")["results"]][:4]
        following = person.post(f"{IN_PROJECT}/next/", {})["item"]
        return [*([following["id"]] if following else []), *mine]

    def _exclusions(self, author: dict[str, Any], items: list[int]) -> tuple[int, list[int]]:
        """Exclude the annotations of a person and include them again; exclude one annotation.

        Return the item of that annotation, and the exclusions.
        """
        lena, path = self.people["lead"], f"{IN_PROJECT}/exclusions/"
        reason = {"annotator": author["key"], "reason": "Too fast."}
        undone = lena.post(path, {**reason, "expected": author["submitted"]})["id"]
        self._wait_for_jobs()
        lena.post(f"{path}{undone}/undo/")
        self._wait_for_jobs()
        for item in items:
            if lena.post(f"{path}preview/", {"annotator": author["key"], "item": item})["annotations"]:
                return item, [undone, lena.post(path, {**reason, "item": item, "expected": 1})["id"]]
        raise AssertionError("This person has annotated none of the items.")

    def _image(self, person: Person, name: str, content: bytes) -> dict[str, Any]:
        made: dict[str, Any] = person.call("POST", f"{IN_PROJECT}/images/", files={"file": (name, content)})
        return made

    def _upload(self, person: Person, name: str) -> int:
        record = {"id": name, "lang": "EN", "model_input": "Why?", "model_output_text": "Because."}
        record["wikipedia_url"] = "https://en.wikipedia.org/wiki/Hallgrund_Lighthouse"
        data = (json.dumps(record) + "\n").encode()
        files = {"file": (f"{name}.jsonl", data), "kind": (None, "items")}
        return int(person.call("POST", f"{IN_PROJECT}/imports/", files=files)["id"])

    def _release(self, person: Person, name: str, **more: Any) -> int:
        made = person.post(f"{IN_PROJECT}/releases/", {"name": name, **more})
        self._wait_for_jobs()
        ready = person.get(f"{IN_PROJECT}/releases/{made['id']}/")
        assert ready["state"] == "ready", ready
        return int(made["id"])
