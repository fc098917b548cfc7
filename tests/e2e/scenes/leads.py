"""Scenes of leads."""

import json
from typing import Any

from playwright.sync_api import expect

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import ALONE, CAP, DEMO, EDGES, EMPTY, EVIDENCE, LABELS, View
from tests.e2e.site import item
from tests.images import png


@scene("overview", "lena", narrow=True)
def overview(view: View) -> None:
    view.go(f"/p/{DEMO}")
    view.sees("agreement")
    view.sees(view.page.locator("main a[href*='/items/']"))


@scene("overview", "lena")
def overview_of_nothing(view: View) -> None:
    view.go(f"/p/{EMPTY}")
    view.sees(view.page.locator("main .btn"))


@scene("overview", "lena")
def overview_that_fails(view: View) -> None:
    view.page.route("**/summary/", lambda route: route.fulfill(status=500, body="<p>Oops</p>"))
    view.go(f"/p/{DEMO}")
    view.sees(view.page.get_by_role("alert"))


@scene("tables", "lena", narrow=True, apart=True)
def tables(view: View) -> None:
    view.go(f"/p/{DEMO}/tables")
    view.sees_computed(view.find("matrix").get_by_role("link"))
    view.sees(view.find("tables-stamp").get_by_text("As of"))


@scene("items", "lena", narrow=True)
def items(view: View) -> None:
    view.go(f"/p/{DEMO}/items")
    view.sees(view.page.locator("main a[href*='/items/']"))


@scene("items", "lena", narrow=True)
def items_that_are_chosen(view: View) -> None:
    items(view)
    view.page.locator("main ol [type=checkbox]").first.check()
    view.find("open-split").click()
    view.sees("bulk-split")


@scene("items", "lena", narrow=True)
def annotations_of_chosen_items_that_would_be_excluded(view: View) -> None:
    items(view)
    view.page.locator("main ol [type=checkbox]").first.check()
    view.find("open-exclude").click()
    view.sees(view.find("bulk-exclude").locator("dl"))


@scene("items", "lena", narrow=True)
def items_filtered(view: View) -> None:
    view.go(f"/p/{DEMO}/items?order=few&status=open")
    view.sees(view.page.locator("main a[href*='/items/']"))
    view.sees("filter-model")


@scene("items", "lena", opener="[aria-label='Save view']")
def a_view_to_keep(view: View) -> None:
    items(view)
    view.page.get_by_role("button", name="Save view").click()
    view.sees("save-view")


@scene("items", "lena")
def no_items_found(view: View) -> None:
    view.go(f"/p/{DEMO}/items?search=zzzz")
    view.sees(view.page.get_by_role("button", name="Show all items"))


@scene("item", "lena", narrow=True)
def an_item(view: View) -> None:
    items(view)
    view.page.locator("main a[href*='/items/']").first.click()
    view.sees("item-answer")


@scene("item", "lena", narrow=True)
def the_history_of_an_item(view: View) -> None:
    an_item(view)
    view.find("item-history").locator("summary").click()
    view.sees(view.find("item-history").get_by_role("listitem"))


@scene("item", "lena")
def an_item_with_one_annotator_held(view: View) -> None:
    an_item(view)
    view.page.locator("main th button").first.click()


@scene("item", "lena", narrow=True)
def an_annotation_to_exclude(view: View) -> None:
    an_item(view)
    view.page.get_by_role("button", name="Exclude what").first.click()
    view.sees(view.find("excluding").locator("dl"))


@scene("item", "lena", narrow=True)
def an_item_to_decide_on(view: View) -> None:
    adjudicated(view)
    view.sees("decision")


@scene("item", "lena", narrow=True)
def an_item_decided_on(view: View) -> None:
    adjudicated(view)
    view.find("adjudicate").click()
    view.sees(view.find("adjudicating").get_by_test_id("answer"))
    view.sees("mark-count")


def adjudicated(view: View) -> None:
    listed = view.page.request.get(view.stage.url(f"/api/v1/projects/{LABELS}/items/?order=ordinal")).json()
    view.go(f"/p/{LABELS}/items/{listed['results'][0]['id']}")


@scene("curation", "lena", narrow=True)
def curation(view: View) -> None:
    project = view.page.request.get(view.stage.url(f"/api/v1/projects/{DEMO}/")).json()
    wanted = {**project, "adjudication": True}
    view.page.route(f"**/api/v1/projects/{DEMO}/", lambda route: route.fulfill(json=wanted))
    view.go(f"/p/{DEMO}/curation")
    view.sees(view.find("queue").get_by_role("link"))
    view.sees(view.find("queue-open").locator("span"))


@scene("curation", "lena", narrow=True)
def curation_with_nothing_to_decide(view: View) -> None:
    view.go(f"/p/{LABELS}/curation")
    view.sees(view.find("queue-open").locator("span"))
    view.sees(view.page.get_by_role("link", name="All items"))


@scene("rules", "lena", narrow=True)
def rules_with_a_preview(view: View) -> None:
    view.go(f"/p/{LABELS}/curation/rules")
    view.find("rule-preview").click()
    view.sees("rule-found")


@scene("curation", "lena")
def curation_by_the_majority(view: View) -> None:
    view.go(f"/p/{DEMO}/curation")
    view.sees("enable-adjudication")


@scene("exclusions", "lena", narrow=True)
def exclusions(view: View) -> None:
    view.go(f"/p/{DEMO}/exclusions")
    view.find("exclude-who").select_option(label="Ada Lindqvist")
    view.find("exclude-preview").click()
    view.sees("effects")
    view.page.locator("[name=exclude-reason]").fill("Marked whole sentences throughout.")


@scene("exclusions", "lena", narrow=True)
def exclusions_by_rule(view: View) -> None:
    view.page.route(
        "**/validity/",
        lambda route: route.fulfill(json={"empty": False, "unsure": False, "fast": 45, "checks": 60}),
    )
    view.go(f"/p/{DEMO}/exclusions")
    view.find("exclude-who").select_option("rule:fast")
    view.sees("exclude-preview")


@scene("exclusions", "lena", narrow=True, apart=True)
def exclusions_so_far(view: View) -> None:
    exclusions(view)
    view.page.get_by_label(
        "French", exact=True
    ).check()  # other scenes need the annotations of other languages
    view.find("exclude-preview").click()
    view.sees("effects")
    view.page.locator("[name=exclude-reason]").fill("Marked whole sentences throughout.")
    view.find("exclude").click()
    view.sees(view.find("act").get_by_text("Marked whole sentences"))


@scene("item", "lena", narrow=True)
def an_item_with_evidence(view: View) -> None:
    listed = view.page.request.get(
        view.stage.url(f"/api/v1/projects/{EVIDENCE}/items/?search=light-9&order=ordinal")
    ).json()
    view.go(f"/p/{EVIDENCE}/items/{listed['results'][0]['id']}")
    view.sees(view.find("evidence").locator("mark"))


@scene("overview", "lena")
def references_that_could_not_be_fetched(view: View) -> None:
    view.go(f"/p/{EVIDENCE}")
    view.find("references-problems").locator("summary").click()


@scene("questions", "lena", narrow=True)
def questions(view: View) -> None:
    view.go(f"/p/{DEMO}/questions")
    view.find("thread-line").click()
    view.sees("message")
    view.sees(view.find("thread").locator("li"))


@scene("questions", "lena")
def no_questions(view: View) -> None:
    view.go(f"/p/{EMPTY}/questions")
    view.sees_heading("No question")


@scene("people", "lena", narrow=True)
def people(view: View) -> None:
    view.go(f"/p/{DEMO}/people")
    view.sees("person")
    view.sees("invitation")


@scene("annotator", "lena", narrow=True)
def an_annotator_over_time(view: View) -> None:
    people(view)
    view.find("person").get_by_role("link", name="Ada").first.click()
    view.sees("figures")
    view.sees("plot-submitted-items")


@scene("people", "lena", narrow=True, opener="[aria-label^='Change Ada']")
def a_person_changed(view: View) -> None:
    people(view)
    view.page.get_by_role("button", name="Change Ada").click()
    view.sees(view.page.get_by_role("button", name="Pause"))


@scene("people", "lena", narrow=True)
def a_person_to_erase(view: View) -> None:
    a_person_changed(view)
    view.page.get_by_role("button", name="Erase…").click()
    view.page.locator("[name=erase-username]").fill("ada")
    view.sees("erase")


@scene("people", "lena", narrow=True, opener="[data-testid=invite]")
def inviting(view: View) -> None:
    people(view)
    view.find("invite").click()
    view.find("invite-some").check(force=True)
    view.sees(view.page.locator("[name=number]"))


@scene("people", "lena", opener="[data-testid=invite]")
def inviting_by_mail(view: View) -> None:
    people(view)
    view.find("invite").click()
    view.find("invite-mail").check(force=True)
    view.sees(view.page.locator("[name=emails]"))


@scene("people", "lena", opener="[data-testid=new-study]")
def a_new_study(view: View) -> None:
    people(view)
    view.find("new-study").click()
    view.sees(view.page.locator("[name=study]"))


@scene("people", "lena", apart=True)
def a_link_to_copy(view: View) -> None:
    inviting(view)
    view.find("make-link").click()
    view.sees(view.page.locator("dialog [data-testid=invitation-link]"))


@scene("people", "lena")
def nobody_but_leads(view: View) -> None:
    view.go(f"/p/{ALONE}/people")
    view.sees_heading("No annotators yet")


@scene("settings", "lena", narrow=True)
def settings(view: View) -> None:
    view.go(f"/p/{DEMO}/settings")
    view.page.get_by_text("Another number").click()
    view.find("guide-language").select_option("en")
    view.sees(view.find("guide-preview").get_by_role("heading"))


@scene("settings", "lena", narrow=True)
def assignment_by_a_field(view: View) -> None:
    view.go(f"/p/{DEMO}/settings")
    view.page.locator("[name=assignment][value=field]").check()
    view.sees(view.page.locator("[name=assignment-field]"))


@scene("settings", "lena", narrow=True, apart=True)
def guidelines_with_images(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/settings")
    expect(view.find("guide-text")).to_be_enabled()
    view.find("guide-image").set_input_files(
        {"name": "Menu.png", "mimeType": "image/png", "buffer": png(300, 150)}
    )
    view.sees(view.page.get_by_text("menu.png is in the text"))
    view.page.keyboard.type("The menu of labels")
    view.sees(view.find("guide-preview").get_by_role("img"))
    view.page.locator("summary", has_text="Images (").click()
    view.sees(view.find("guide-images").get_by_role("listitem"))


@scene("settings", "lena", narrow=True)
def the_scheme(view: View) -> None:
    view.go(f"/p/{DEMO}/settings")
    view.find("span-labels-add").click()
    view.page.keyboard.type("Wrong place")
    view.find("scheme-preview").scroll_into_view_if_needed()
    view.sees(view.find("scheme-preview").get_by_text("Wrong place"))


@scene("settings", "lena", narrow=True)
def scheme_translations(view: View) -> None:
    view.go(f"/p/{DEMO}/settings")
    view.find("translate").check(force=True)
    view.find("translations").first.scroll_into_view_if_needed()
    view.sees(view.find("translations").first)


@scene("settings", "lena")
def a_scheme_refused(view: View) -> None:
    view.go(f"/p/{DEMO}/settings")
    view.find("item-label").first.get_by_role("button", name="Remove Fluency").click()
    view.find("save-scheme").click()
    view.sees(view.page.get_by_role("alert").get_by_text("would be lost"))


@scene("import", "lena", narrow=True)
def importing(view: View) -> None:
    view.go(f"/p/{DEMO}/import")
    view.sees(view.page.locator("label:has([data-testid=import-file])"))


@scene("import", "lena", narrow=True)
def duplicate_outputs(view: View) -> None:
    view.go(f"/p/{CAP}/import")
    view.find("duplicates").locator("summary").click()
    view.sees("remove-duplicates")


@scene("import", "lena", narrow=True)
def importing_a_table(view: View) -> None:
    importing(view)
    choose(view, "answers.csv", b"key;language;prompt text;output\nc-1;EN;Why?;Because <b>so</b>\n")


@scene("import", "lena", narrow=True)
def importing_what_has_problems(view: View) -> None:
    importing(view)
    choose(
        view, "bad.jsonl", lines(item("good", "Fine."), {"id": "bad", "lang": "EN", "model_input": "Why?"})
    )
    view.find("import-start").click()
    view.sees("import-problems")


@scene("import", "lena", apart=True)
def imported(view: View) -> None:
    view.go(f"/p/{EMPTY}/import")
    choose(view, "two.jsonl", lines(item("extra-1", "Fine."), item("extra-2", "Better.")))
    view.find("import-start").click()
    view.sees("import-result")


def choose(view: View, name: str, content: bytes) -> None:
    view.find("import-file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": content})
    view.sees("import-start")


def lines(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@scene("agreement", "lena", narrow=True)
def agreement_in_all_languages(view: View) -> None:
    view.go(f"/p/{DEMO}/agreement")
    view.sees_computed("agreement")
    view.sees(view.page.get_by_test_id("compute"))


@scene("agreement", "lena", narrow=True)
def agreement_in_a_language(view: View) -> None:
    view.go(f"/p/{DEMO}/agreement/en")
    view.sees_computed("agreement")
    for table in view.page.locator("figure summary").all():
        table.click()
    view.find("measure-alpha").locator("summary").click()


@scene("agreement", "lena")
def agreement_at_its_edges(view: View) -> None:
    """One language each: no annotation, one annotator, nothing marked, everything marked."""
    view.go(f"/p/{EDGES}/agreement")
    view.sees_computed(view.page.get_by_text("undefined: everyone marked everything").first)


@scene("agreement", "lena")
def agreement_that_is_undefined(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/agreement")
    view.sees_computed(view.page.get_by_text("undefined:").first)


@scene("audit", "lena", narrow=True)
def the_audit_log(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/audit")
    view.sees("audit-entry")


@scene("audit", "lena")
def the_audit_log_without_matches(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/audit")
    view.sees("audit-entry")
    view.page.locator("select[name=kind]").select_option("release_withdrawn")
    view.sees(view.page.locator("main [role=status]"))
