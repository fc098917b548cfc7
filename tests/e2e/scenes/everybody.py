"""Scenes of all people, with and without a project, logged in or not."""

from typing import Any

from playwright.sync_api import expect

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO, OPEN_INVITATION, REVOKED_INVITATION, View


@scene("login", narrow=True)
def login(view: View) -> None:
    view.go("/login")
    view.sees_heading("Log in")


@scene("login")
def login_refused(view: View) -> None:
    view.go("/login")
    view.page.locator("[name=username]").fill("ada")
    view.page.locator("[name=password]").fill("wrong")
    view.press("Enter")
    expect(view.page.locator("[aria-invalid]")).to_be_visible()


@scene("login", narrow=True)
def login_with_a_code(view: View) -> None:
    problem = {
        "type": "urn:morel:problem:code_required",
        "title": "",
        "status": 401,
        "detail": "",
        "errors": [],
    }
    refusal = {"status": 401, "content_type": "application/problem+json", "json": problem}
    view.go("/login")
    view.page.route("**/api/v1/session/", lambda route: route.fulfill(**refusal))
    view.page.locator("[name=username]").fill("ada")
    view.page.locator("[name=password]").fill("of ada")
    view.press("Enter")
    view.page.locator("[name=code]").fill("000000")
    problem["type"] = "urn:morel:problem:wrong_code"
    view.press("Enter")
    expect(view.page.locator("[name=code][aria-invalid]")).to_be_visible()


_ELSEWHERE = [{"id": "oidc", "name": "The University"}, {"id": "github", "name": "GitHub"}]


@scene("login", narrow=True)
def login_elsewhere(view: View) -> None:
    site = {"sign_up": False, "providers": _ELSEWHERE}
    view.page.route("**/api/v1/site/", lambda route: route.fulfill(json=site))
    view.go("/login?sign-on=by_invitation")
    view.sees(view.page.get_by_role("alert"))


@scene("join", narrow=True)
def invited(view: View) -> None:
    view.go(f"/join/{OPEN_INVITATION}")
    view.sees_heading("Harbour facts")
    view.sees(view.page.locator("[name=username]"))


@scene("join", narrow=True)
def an_account_refused(view: View) -> None:
    invited(view)
    view.page.locator("[name=username]").fill("ada")
    view.page.locator("[name=password]").fill("short")
    view.press("Enter")
    expect(view.page.locator("[aria-invalid]").first).to_be_visible()


@scene("join", "dana")
def invited_with_an_account(view: View) -> None:
    view.go(f"/join/{OPEN_INVITATION}")
    view.sees("join")


@scene("join")
def invited_too_late(view: View) -> None:
    view.go(f"/join/{REVOKED_INVITATION}")
    view.sees(view.page.get_by_role("alert").locator("p"))


@scene("enter", narrow=True)
def a_study(view: View) -> None:
    offer = {"name": "Weirs", "description": "", "kind": "prolific", "languages": ["en", "ar"], "quota": 12}
    view.page.route("**/enter/weirs/", lambda route: route.fulfill(json=offer))
    view.go("/enter/weirs")
    view.sees("enter")


@scene("complete", "ada", narrow=True)
def the_end_of_a_study(view: View) -> None:
    end = {"done": True, "submitted": 12, "quota": 12, "code": "C0FFEE", "return_url": "https://example.org/"}
    view.page.route("**/completion/", lambda route: route.fulfill(json=end))
    view.go(f"/p/{DEMO}/complete")
    view.sees("completion-code")


@scene("enter")
def a_study_that_is_none(view: View) -> None:
    view.go("/enter/nothing")
    view.sees(view.page.get_by_role("alert"))


@scene("signup", narrow=True)
def signing_up(view: View) -> None:
    view.go("/sign-up")
    view.sees(view.page.locator("[name=username]"))


@scene("account", "ada", narrow=True)
def own_account(view: View) -> None:
    view.go("/account")
    view.sees("session")


_ACCOUNT: dict[str, Any] = {
    "email": "",
    "has_password": True,
    "second_factor": {"on": False, "recovery_codes": 0},
    "sign_ons": [],
    "sessions": [],
}
_SETUP = {
    "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    "uri": "otpauth://totp/Morel:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Morel",
    "qr_path": "".join(f"M{x} {y}h1v1h-1z" for x in range(4, 33) for y in range(4, 33) if x * y % 3),
    "qr_size": 37,
}


@scene("account", "ada", narrow=True)
def a_second_factor_set_up(view: View) -> None:
    view.page.route("**/api/v1/account/", lambda route: route.fulfill(json=_ACCOUNT))
    view.page.route("**/api/v1/account/second-factor/", lambda route: route.fulfill(json=_SETUP))
    view.go("/account")
    view.page.locator("[name=factor-password]").fill("of ada")
    view.press("Enter")
    view.sees(view.page.get_by_test_id("secret"))


@scene("account", "ada", narrow=True)
def a_second_factor_turned_on(view: View) -> None:
    a_second_factor_set_up(view)
    account = _ACCOUNT | {"second_factor": {"on": True, "recovery_codes": 10}}
    turned_on = {"account": account, "recovery_codes": [f"{n}2345678" for n in range(10)]}
    view.page.unroute("**/api/v1/account/second-factor/")
    view.page.route("**/api/v1/account/second-factor/", lambda route: route.fulfill(json=turned_on))
    view.page.locator("[name=factor-code]").fill("123456")
    view.press("Enter")
    view.sees(view.page.get_by_test_id("recovery-codes"))


@scene("account", "ada", narrow=True)
def an_account_entered_from_elsewhere(view: View) -> None:
    site = {"sign_up": False, "providers": _ELSEWHERE}
    linked = [{"id": 1, "provider": "oidc", "name": "ada@uni"}]
    account = _ACCOUNT | {"sign_ons": linked}
    view.page.route("**/api/v1/site/", lambda route: route.fulfill(json=site))
    view.page.route("**/api/v1/account/", lambda route: route.fulfill(json=account))
    view.go("/account?sign-on=linked")
    view.sees("linked")


@scene("reset", narrow=True)
def a_password_forgotten(view: View) -> None:
    view.go("/reset")
    view.sees(view.page.locator("[name=email]"))


@scene("reset")
def a_link_that_is_over(view: View) -> None:
    view.go("/reset/MQ/x-y")
    view.sees(view.page.get_by_role("alert"))


@scene("projects", "ada", narrow=True)
def projects(view: View) -> None:
    view.go("/")
    view.sees(view.page.locator("main .btn.primary"))
    view.sees(view.page.locator("main li"))


@scene("projects", "root")
def no_projects_for_an_administrator(view: View) -> None:
    view.go("/")
    view.sees(view.page.get_by_role("link", name="New project"))


@scene("new", "root", narrow=True)
def a_new_project(view: View) -> None:
    view.go("/new")
    view.page.locator("[name=project-name]").fill("Harbour facts")


@scene("new", "root", narrow=True)
def the_scheme_of_a_new_project(view: View) -> None:
    a_new_project(view)
    view.page.locator("[name=slug]").fill("harbours")
    view.find("step-next").click()
    view.page.locator("[name=languages]").fill("EN, AR")
    view.find("step-next").click()
    view.find("more-settings").click()
    expect(view.page.locator("[name=redundancy]")).to_be_visible()


@scene("new", "root", narrow=True)
def the_first_file_of_a_new_project(view: View) -> None:
    the_scheme_of_a_new_project(view)
    view.find("step-next").click()
    view.sees("make")


@scene("new", "root")
def a_new_project_refused(view: View) -> None:
    the_first_file_of_a_new_project(view)
    view.find("make").click()
    expect(view.page.locator("[aria-invalid]")).to_be_visible()


@scene("setup", narrow=True)
def setting_up_a_site(view: View) -> None:
    view.page.route("**/api/v1/set-up/**", lambda route: route.fulfill(status=204))
    view.go("/set-up/token")
    view.sees(view.page.locator("[name=username]"))


@scene("setup")
def a_set_up_link_that_is_void(view: View) -> None:
    view.go("/set-up/token")
    view.sees(view.page.get_by_role("alert"))


@scene("login")
def login_of_a_site_that_awaits_its_set_up(view: View) -> None:
    site = {"sign_up": False, "providers": [], "awaits_setup": True}
    view.page.route("**/api/v1/site/", lambda route: route.fulfill(json=site))
    view.go("/login")
    view.sees("awaits-setup")


@scene("projects", "nina")
def no_projects(view: View) -> None:
    view.go("/")
    view.sees_heading("No project")


@scene("projects", "ada", opener="header .who")
def account_menu(view: View) -> None:
    projects(view)
    view.page.get_by_role("button", name="account of").click()
    view.sees(view.page.get_by_role("button", name="Log out"))


@scene("projects", "ada", narrow=True, opener="header button[aria-label=Display]")
def display_menu(view: View) -> None:
    projects(view)
    view.page.get_by_role("button", name="Display").click()
    view.sees("display")


@scene("", "ada", narrow=True)
def nothing_here(view: View) -> None:
    view.go("/nowhere")
    view.sees_heading("Nothing here")


@scene("")
def a_server_that_does_not_answer(view: View) -> None:
    view.page.route("**/session/", lambda route: route.fulfill(status=502, body="<p>Bad gateway</p>"))
    view.go_without_first_responses("/")
    view.sees(view.page.get_by_role("alert"))
