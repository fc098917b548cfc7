"""Second factor: codes of an authenticator app after the password, and recovery codes."""

from io import StringIO
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail as outbox
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from foundation.models import AuditEvent, BrowserSession
from tests.api.client import Api
from tests.people import PASSWORD, person
from tests.snapshot import models

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.usefixtures("fresh_cache")]

LOGIN = {"username": "ada", "password": PASSWORD}
PATH = "/account/second-factor/"


NOW = 1_790_000_000


@pytest.fixture(autouse=True)
def the_clock_of_codes_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interval may end between the making of a code and its use."""
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time", SimpleNamespace(time=lambda: NOW))


def code_of(secret: str, ahead: int = 0) -> str:
    """Return the code of the current interval, or of one `ahead` of it."""
    return format_hotp_value(hotp_value(secret, NOW // 30 + ahead))


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def desk(ada) -> Api:
    api = Api()
    api.post("/session/", LOGIN)
    return api


def turn_on(api: Api) -> tuple[str, list[str]]:
    """Return the secret and the recovery codes. The code used is the previous one: later ones remain."""
    secret = api.post(PATH, {"password": PASSWORD})["secret"]
    return secret, api.put(PATH, {"code": code_of(secret, -1)})["recovery_codes"]


def kind(problem: dict) -> str:
    return problem["type"].rpartition(":")[2]


def refused(body: dict, status: int = 401) -> str:
    return kind(Api().post("/session/", LOGIN | body, status=status))


def test_it_is_on_only_after_a_code_of_the_app(desk):
    assert desk.get("/account/")["second_factor"] == {"on": False, "recovery_codes": 0}
    assert kind(desk.put(PATH, {"code": "123456"}, status=422)) == "wrong_code"
    setup = desk.post(PATH, {"password": PASSWORD})
    assert setup["uri"] == (
        f"otpauth://totp/Morel%20testserver:ada?secret={setup['secret']}&issuer=Morel%20testserver"
    )
    assert setup["qr_path"].startswith("M4 4h1v1h-1z")
    assert setup["qr_size"] > 40
    assert desk.put(PATH, {"code": "000"}, status=422)["errors"][0]["pointer"] == "/code"
    Api().post("/session/", LOGIN)
    assert desk.get("/account/")["second_factor"]["on"] is False
    turned_on = desk.put(PATH, {"code": code_of(setup["secret"])})
    assert len(set(turned_on["recovery_codes"])) == 10
    assert turned_on["account"]["second_factor"] == {"on": True, "recovery_codes": 10}
    desk.get("/account/")  # the session has not ended
    assert kind(desk.post(PATH, {"password": PASSWORD}, status=409)) == "second_factor_on"


def test_starting_requires_the_password(desk):
    assert kind(desk.post(PATH, {"password": "guess"}, status=422)) == "not_password"


def test_a_login_asks_for_the_code_after_the_password(desk):
    secret, _ = turn_on(desk)
    assert refused({"password": "guess"}) == "wrong_password"
    assert refused({"password": "guess", "code": code_of(secret)}) == "wrong_password"
    assert refused({}) == "code_required"
    assert refused({"code": "000000"}) == "wrong_code"
    api = Api()
    assert api.get("/session/")["user"] is None
    assert api.post("/session/", LOGIN | {"code": code_of(secret)})["user"]["username"] == "ada"


def test_a_code_is_accepted_once_and_none_before_it(desk):
    secret, _ = turn_on(desk)
    assert refused({"code": code_of(secret, -1)}) == "wrong_code"  # it turned it on
    Api().post("/session/", LOGIN | {"code": code_of(secret, 1)})
    assert refused({"code": code_of(secret, 1)}) == "wrong_code"
    assert refused({"code": code_of(secret)}) == "wrong_code"


def test_a_code_of_another_time_is_refused(desk):
    secret, _ = turn_on(desk)
    for ahead in (-3, 3):
        assert refused({"code": code_of(secret, ahead)}) == "wrong_code"


def test_each_recovery_code_works_once(desk):
    _, codes = turn_on(desk)
    Api().post("/session/", LOGIN | {"code": codes[3]})
    assert refused({"code": codes[3]}) == "wrong_code"
    Api().post("/session/", LOGIN | {"code": f" {codes[4][:4]} {codes[4][4:]}"})
    assert desk.get("/account/")["second_factor"]["recovery_codes"] == 8


def test_ten_wrong_codes_lock_as_wrong_passwords_do(desk, monkeypatch):
    secret, _ = turn_on(desk)
    for _ in range(9):
        assert refused({"code": "000000"}) == "wrong_code"
    assert refused({}) == "code_required"  # the password alone does not reset the count
    assert refused({"code": "000000"}, status=429) == "locked"
    assert refused({"code": code_of(secret)}, status=429) == "locked"
    Api().post("/session/", LOGIN | {"code": code_of(secret)}, REMOTE_ADDR="192.0.2.7")


def test_turning_it_off_requires_password_and_code(desk, settings):
    secret, _ = turn_on(desk)
    off = f"{PATH}off/"
    desk.post(off, {"password": PASSWORD}, status=422)
    assert kind(desk.post(off, {"password": "guess", "code": code_of(secret)}, status=422)) == "not_password"
    assert kind(desk.post(off, {"password": PASSWORD, "code": "000000"}, status=422)) == "wrong_code"
    account = desk.post(off, {"password": PASSWORD, "code": code_of(secret)})
    assert account["second_factor"] == {"on": False, "recovery_codes": 0}
    Api().post("/session/", LOGIN)
    assert not Authenticator.objects.exists()


def test_wrong_codes_at_turning_it_off_lock_too(desk, settings):
    settings.AXES_FAILURE_LIMIT = 3
    secret, _ = turn_on(desk)
    off = f"{PATH}off/"
    for _ in range(3):
        desk.post(off, {"password": PASSWORD, "code": "000000"}, status=422)
    assert kind(desk.post(off, {"password": PASSWORD, "code": code_of(secret)}, status=429)) == "locked"


def test_new_recovery_codes_replace_the_old_ones(desk):
    secret, codes = turn_on(desk)
    renew = f"{PATH}recovery-codes/"
    fields = {"password": PASSWORD, "code": code_of(secret)}
    assert kind(desk.post(renew, fields | {"password": "guess"}, status=422)) == "not_password"
    assert kind(desk.post(renew, fields | {"code": "000000"}, status=422)) == "wrong_code"
    renewed = desk.post(renew, fields)
    assert renewed["account"]["second_factor"] == {"on": True, "recovery_codes": 10}
    assert not set(renewed["recovery_codes"]) & set(codes)
    assert kind(desk.post(renew, fields, status=422)) == "wrong_code"  # the code is used up
    assert refused({"code": codes[0]}) == "wrong_code"
    Api().post("/session/", LOGIN | {"code": renewed["recovery_codes"][0]})


def test_without_a_second_factor_there_are_no_recovery_codes_to_renew(desk):
    fields = {"password": PASSWORD, "code": "123456"}
    assert kind(desk.post(f"{PATH}recovery-codes/", fields, status=422)) == "wrong_code"
    assert not Authenticator.objects.exists()


@pytest.mark.usefixtures("at_once")
def test_the_person_gets_an_email_about_each_change(desk, ada, settings):
    settings.MAIL = urlsplit("smtp://mail.invalid")
    ada.email = "ada@example.org"
    ada.save()
    secret, codes = turn_on(desk)
    desk.post(f"{PATH}recovery-codes/", {"password": PASSWORD, "code": codes[0]})
    desk.post(f"{PATH}off/", {"password": PASSWORD, "code": "000000"}, status=422)
    desk.post(f"{PATH}off/", {"password": PASSWORD, "code": code_of(secret)})
    preferences = desk.get("/session/")["user"]["preferences"]
    desk.put("/preferences/", preferences | {"locale": "ar", "time_zone": "Asia/Tokyo"})
    turn_on(desk)
    call_command("reset_second_factor", "ada", stdout=StringIO())
    call_command("reset_second_factor", "ada", stdout=StringIO())  # it is off
    assert [each.subject for each in outbox.outbox] == [
        "Second factor turned on",
        "New recovery codes",
        "Second factor turned off",
        "فُعّل العامل الثاني",
        "أُعيد ضبط العامل الثاني",
    ]
    for letter in outbox.outbox:
        assert letter.to == ["ada@example.org"]
        assert "“ada”" in letter.body
    assert "http://testserver/reset" in outbox.outbox[0].body
    assert "127.0.0.1" in outbox.outbox[0].body
    assert "(UTC)" in outbox.outbox[0].body
    assert "(Asia/Tokyo)" in outbox.outbox[4].body
    assert not [code for code in (secret, *codes) if code in str([each.body for each in outbox.outbox])]


def test_an_operator_resets_it_for_a_person_without_their_device(desk):
    turn_on(desk)
    out = StringIO()
    call_command("reset_second_factor", "ada", stdout=out)
    assert out.getvalue() == "The second factor of ada is off.\n"
    Api().post("/session/", LOGIN)
    with pytest.raises(CommandError, match="no account"):
        call_command("reset_second_factor", "nobody")


def stored_text() -> str:
    """Return all rows of all tables, sessions decoded."""
    rows = [row for model in models() for row in model.objects.values_list()]
    sessions = [session.get_decoded() for session in BrowserSession.objects.all()]
    return f"{rows}{list(Authenticator.objects.values_list())}{sessions}"


def test_the_database_holds_no_secret(desk, settings):
    secret = desk.post(PATH, {"password": PASSWORD})["secret"]
    assert secret not in stored_text()  # before it is confirmed
    codes = desk.put(PATH, {"code": code_of(secret)})["recovery_codes"]
    text = stored_text()
    assert "'secret': " in text
    assert not [each for each in (secret, *codes) if each in text]
    settings.MFA_ADAPTER = "allauth.mfa.adapter.DefaultMFAAdapter"  # takes what is stored as it is
    row = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    assert not set(RecoveryCodes(row).generate_codes()) & set(codes)


def test_an_earlier_secret_key_decrypts_it_as_long_as_it_is_a_fallback(desk, settings):
    secret, codes = turn_on(desk)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a-new-key" * 8
    Api().post("/session/", LOGIN | {"code": code_of(secret)})
    Api().post("/session/", LOGIN | {"code": codes[0]})
    settings.SECRET_KEY_FALLBACKS = []
    assert refused({"code": code_of(secret, 1)}, status=403) == "second_factor_unreadable"
    assert refused({}) == "code_required"  # the password alone logs nobody in
    call_command("reset_second_factor", "ada", stdout=StringIO())
    api = Api()
    api.post("/session/", LOGIN)
    turn_on(api)
    assert api.get("/account/")["second_factor"] == {"on": True, "recovery_codes": 10}


def test_the_audit_log_records_on_off_reset_and_new_recovery_codes(desk, ada):
    secret, codes = turn_on(desk)
    desk.post(f"{PATH}recovery-codes/", {"password": PASSWORD, "code": codes[0]})
    desk.post(f"{PATH}off/", {"password": PASSWORD, "code": code_of(secret)})
    turn_on(desk)
    call_command("reset_second_factor", "ada", stdout=StringIO())
    events = AuditEvent.objects.exclude(kind="login").order_by("pk")
    assert [(each.kind, each.target.user, each.source) for each in events] == [
        ("second_factor_on", ada, "web"),
        ("recovery_codes_renewed", ada, "web"),
        ("second_factor_off", ada, "web"),
        ("second_factor_on", ada, "web"),
        ("second_factor_reset", ada, "command"),
    ]


def test_the_admin_site_does_not_log_in_by_password_alone(cast):
    api = Api(cast.root)
    root = {"username": cast.root.username, "password": PASSWORD}
    turn_on(api)
    http = Client()
    response = http.post("/admin/login/?next=/admin/", root)
    assert response.status_code == 200
    assert "Log in on the page of the site" in response.content.decode()
    assert http.get("/admin/").status_code == 302
    assert api.http.get("/admin/").status_code == 200
