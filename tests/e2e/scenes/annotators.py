"""Scenes of annotators."""

from playwright.sync_api import expect

from tests.e2e.reading import paste
from tests.e2e.scenes.scene import scene
from tests.e2e.scenes.stage import DEMO, EMPTY, EVIDENCE, LABELS, TO_READ, TRAINED, View


@scene("annotate", "dana", narrow=True)
def a_fresh_item(view: View) -> None:
    view.open_fresh(LABELS)


@scene("annotate", "dana", narrow=True, apart=True)
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


@scene("annotate", "dana", narrow=True)
def what_the_keyboard_has_chosen(view: View) -> None:
    view.open_fresh(LABELS)
    view.find("answer").focus()
    view.press("Shift+Control+ArrowRight")
    view.sees("selection-strip")


@scene("annotate", "dana", apart=True)
def another_label_for_a_mark(view: View) -> None:
    view.open_fresh(LABELS)
    view.mark("The")
    view.find("span-list").locator("[aria-haspopup]").first.click()
    view.sees("mark-chooser")


@scene("annotate", "dana", apart=True)
def all_marks_cleared(view: View) -> None:
    view.open_fresh(LABELS)
    view.mark("The")
    view.mark("lamp")
    view.find("clear-marks").click()
    expect(view.find("span-list").locator("li")).to_have_count(0)


@scene("annotate", "ada", apart=True)
def a_refused_link(view: View) -> None:
    view.open_marked()
    paste(view.page, "https://example.org/towers")
    expect(view.find("link-url")).to_have_attribute("aria-invalid", "true")


@scene("annotate", "chooser", narrow=True)
def a_language_to_choose(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/annotate")
    view.sees("languages")


@scene("annotate", "dana", narrow=True)
def guidelines_to_accept(view: View) -> None:
    view.go(f"/p/{TO_READ}/annotate")
    view.sees("read-first")


@scene("annotate", "dana")
def practice_to_begin(view: View) -> None:
    view.go(f"/p/{TRAINED}/annotate")
    view.sees("training-text")


@scene("annotate", "ada", narrow=True)
def a_lesson(view: View) -> None:
    view.go(f"/p/{TRAINED}/annotate")
    view.sees("lesson")


@scene("annotate", "ada", narrow=True, opener=".top button[title=Guidelines]")
def guidelines(view: View) -> None:
    view.open_marked()
    view.sees(view.page.get_by_role("button", name="Guidelines"))
    view.press("h")
    view.sees("guidelines")


@scene("annotate", "ada", narrow=True, opener="[data-testid=queue]")
def queues(view: View) -> None:
    view.open_marked()
    view.find("queue").click()
    view.sees(view.find("queues").get_by_role("listitem"))


@scene("annotate", "ada", narrow=True, opener="[data-testid=open-history]")
def history(view: View) -> None:
    view.open_marked()
    view.find("open-history").click()
    view.sees("history")


@scene("annotate", "ada")
def an_earlier_save(view: View) -> None:
    history(view)
    view.page.locator("[data-testid^=revision-]").first.click()
    view.sees("restore")


@scene("annotate", "ada", narrow=True, opener="[data-testid=open-ask]")
def ask(view: View) -> None:
    view.open_marked()
    view.press("a")
    view.sees(view.find("ask").get_by_test_id("thread-line"))


@scene("annotate", "ada", narrow=True, opener=".top .keys")
def keys(view: View) -> None:
    view.open_marked()
    view.press("?")
    view.sees("keys")


@scene("annotate", "ada")
def a_key_to_be_changed(view: View) -> None:
    keys(view)
    view.find("key-undo").click()
    view.press("u")
    view.sees(view.page.get_by_role("button", name="Take it"))


@scene("annotate", "ada", narrow=True, apart=True, opener=".act .state .btn.line")
def conflict(view: View) -> None:
    view.install_clock()
    view.open_marked()
    view.save_elsewhere()
    view.press("u")
    view.pass_pause()
    view.sees("keep-mine")


@scene("annotate", "ada", narrow=True, apart=True)
def offline(view: View) -> None:
    view.install_clock()
    view.open_marked()
    view.page.route("**/annotation/", lambda route: route.abort())
    view.press("u")
    view.pass_pause()
    view.sees(view.page.locator(".trouble"))


@scene("annotate", "ada", apart=True, opener=".act .state .btn.line")
def signed_out(view: View) -> None:
    view.install_clock()
    view.open_marked()
    view.refuse(401, "Log in first.")
    view.press("u")
    view.pass_pause()
    view.sees(view.page.locator("dialog [name=password]"))


@scene("annotate", "ada", narrow=True, apart=True, opener="[data-testid=waiting]")
def outbox(view: View) -> None:
    view.install_clock()
    view.open_marked()
    view.refuse(422, "This comment is too long.")
    view.press("u")
    view.pass_pause()
    view.find("waiting").click()
    view.sees("export")


@scene("annotate", "ada", narrow=True)
def nothing_to_do(view: View) -> None:
    view.go(f"/p/{EMPTY}/annotate")
    view.sees_heading("No items yet")


@scene("annotate", "paul")
def paused(view: View) -> None:
    view.go(f"/p/{EVIDENCE}/annotate")
    view.sees_heading("Your work is paused")


@scene("annotate", "ada")
def an_item_of_somebody_else(view: View) -> None:
    view.go(f"/p/{EMPTY}/annotate/1")
    view.sees_heading("This item is not assigned to you")


@scene("annotate", "ada")
def no_item_comes(view: View) -> None:
    view.page.route("**/next/", lambda route: route.fulfill(status=500, body="<p>Oops</p>"))
    view.go_without_first_responses(f"/p/{DEMO}/annotate")
    view.sees(view.page.get_by_role("alert"))


@scene("mine", "ada", narrow=True)
def my_annotations(view: View) -> None:
    view.go(f"/p/{DEMO}/mine")
    view.sees(view.page.locator("main li"))


@scene("ownStatistics", "ada", narrow=True)
def my_statistics(view: View) -> None:
    view.go(f"/p/{DEMO}/mine/statistics")
    view.sees("plot-submitted-items")


@scene("ownStatistics", "ada")
def no_statistics(view: View) -> None:
    view.go(f"/p/{EMPTY}/mine/statistics")
    view.sees_heading("No submitted items yet")


@scene("mine", "ada")
def no_annotations(view: View) -> None:
    view.go(f"/p/{EMPTY}/mine")
    view.sees_heading("My annotations")
