"""What annotators see."""

import json

from playwright.sync_api import expect

from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO, EMPTY, LABELS, PROVEN, View


@scene("annotate", "dana", narrow=True)
def a_fresh_item(view: View) -> None:
    view.open_fresh(LABELS)


@scene("annotate", "dana", narrow=True)
def labels_over_one_another(view: View) -> None:
    view.open_fresh(LABELS)
    view.find("answer").focus()
    for label, words_before, words in (("1", 4, 4), ("2", 2, 4), ("3", 3, 2)):
        view.press(label)
        view.press("Control+Home")
        for _ in range(words_before):
            view.press("Control+ArrowRight")
        for _ in range(words):
            view.press("Shift+Control+ArrowRight")
        view.press("Enter")
        view.press("Escape")
    expect(view.find("span-list").locator("li")).to_have_count(3)


@scene("annotate", "ada", narrow=True)
def a_selected_mark(view: View) -> None:
    view.open_marked()
    view.select_a_mark()


@scene("annotate", "ada", narrow=True)
def an_arabic_item(view: View) -> None:
    view.open_marked("ar")
    view.select_a_mark()


@scene("annotate", "ada")
def a_hindi_item(view: View) -> None:
    view.open_marked("hi")


@scene("annotate", "ada")
def marks_or_nothing_to_mark(view: View) -> None:
    view.open_marked()
    view.press("n")
    view.sees("remove-marks")


@scene("annotate", "bo")
def something_is_missing(view: View) -> None:
    view.open_fresh()
    view.press("Control+Enter")
    view.sees("missing-fluency")


@scene("annotate", "bo")
def a_reason_to_skip(view: View) -> None:
    view.open_fresh()
    view.press("s")
    view.sees("skip-reason")


@scene("annotate", "ada")
def a_refused_link(view: View) -> None:
    view.open_marked()
    view.page.get_by_role("button", name="Wikipedia page").click()
    view.find("link-url").fill("no address")
    view.find("link-add").click()
    expect(view.find("link-url")).to_have_attribute("aria-invalid", "true")


@scene("annotate", "ada", narrow=True)
def guidelines(view: View) -> None:
    view.open_marked()
    view.press("h")
    view.sees("guidelines")


@scene("annotate", "ada", narrow=True)
def queues(view: View) -> None:
    view.open_marked()
    view.find("queue").click()
    view.sees(view.find("queues").get_by_role("listitem"))


@scene("annotate", "ada", narrow=True)
def history(view: View) -> None:
    view.open_marked()
    view.find("open-history").click()
    view.sees("history")


@scene("annotate", "ada", narrow=True)
def ask(view: View) -> None:
    view.open_marked()
    view.press("a")
    view.sees(view.find("ask").get_by_test_id("thread-line"))


@scene("annotate", "ada", narrow=True)
def find_in_the_reference(view: View) -> None:
    view.open_marked()
    view.find("find").fill("the")
    view.sees("find-count")


@scene("annotate", "dana", narrow=True)
def evidence(view: View) -> None:
    view.go(f"/p/{PROVEN}/annotate")
    view.sees("find")
    view.find("answer").focus()
    view.press("Control+Home")
    view.press("Shift+Control+ArrowRight")
    view.press("Enter")
    view.find("silent").click()
    for key in "lee":
        view.press(key)
    view.sees(view.page.locator(".proof.note"))


@scene("annotate", "ada", narrow=True, modal=True)
def keys(view: View) -> None:
    view.open_marked()
    view.press("?")
    view.sees("keys")


@scene("annotate", "ada", narrow=True, modal=True)
def conflict(view: View) -> None:
    view.open_marked()
    view.save_elsewhere()
    view.press("u")
    view.sees("keep-mine")


@scene("annotate", "ada", narrow=True)
def offline(view: View) -> None:
    view.open_marked()
    view.page.route("**/annotation/", lambda route: route.abort())
    view.press("u")
    view.sees(view.page.locator(".trouble"))


@scene("annotate", "ada", modal=True)
def signed_out(view: View) -> None:
    view.open_marked()
    refusal = {
        "type": "about:blank",
        "title": "Log in",
        "status": 401,
        "detail": "Log in first.",
        "errors": [],
    }
    view.page.route(
        "**/annotation/",
        lambda route: route.fulfill(
            status=401, body=json.dumps(refusal), content_type="application/problem+json"
        ),
    )
    view.press("u")
    view.sees(view.page.locator("dialog [name=password]"))


@scene("annotate", "ada", narrow=True)
def nothing_to_do(view: View) -> None:
    view.go(f"/p/{EMPTY}/annotate")
    view.sees_heading("No items yet")


@scene("annotate", "ada")
def an_item_of_somebody_else(view: View) -> None:
    view.go(f"/p/{EMPTY}/annotate/1")
    view.sees_heading("This item is not yours")


@scene("mine", "ada", narrow=True)
def my_annotations(view: View) -> None:
    view.go(f"/p/{DEMO}/mine")
    view.sees(view.page.locator("main li"))


@scene("mine", "ada")
def no_annotations(view: View) -> None:
    view.go(f"/p/{EMPTY}/mine")
    view.sees_heading("My annotations")
