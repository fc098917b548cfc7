// @vitest-environment jsdom
import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PersonReview } from "../../../api/types";
import { stubResizeObserver } from "../../../shared/tables/noLayout.testing";
import PeopleTable from "./PeopleTable.svelte";

const rushed: PersonReview = {
  annotator: "annotator_0f",
  name: "guest-1",
  submitted: 20,
  assigned: 20,
  seconds: 50,
  began_at: "2026-03-02T09:00:00Z",
  ended_at: "2026-03-02T09:12:00Z",
  said_nothing: 3,
  agreement: null,
  majority: 0.55,
  reviewed: 2,
};
const open = {
  ...rushed,
  annotator: "annotator_1f",
  name: "Ada",
  assigned: null,
  seconds: 7_260,
  majority: null,
};
let page: Record<string, unknown>;

function show(rows: PersonReview[], usesSpans: boolean) {
  page = mount(PeopleTable, {
    target: document.body,
    props: { slug: "crowd", label: "Fastest", rows, usesSpans },
  });
}

const cells = (row: number) =>
  [...(document.querySelectorAll("tbody tr")[row]?.children ?? [])].map((cell) => cell.textContent.trim());

beforeEach(stubResizeObserver);
afterEach(() => unmount(page));

test("a row has the time of the assignment and what was reviewed", () => {
  show([rushed, open], false);
  expect(cells(0)).toEqual(["guest-1", "20 of 20", "0:50", "0:03", "12 min", "55 %", "2"]);
  expect(cells(1)).toEqual(["Ada", "20", "2 h 1 min", "6:03", "12 min", "–", "2"]);
});

test("projects with spans have agreement, and votes only where there are labels", () => {
  show([{ ...rushed, agreement: 0.25, majority: null }], true);
  expect(cells(0)).toEqual(["guest-1", "20 of 20", "0:50", "0:03", "12 min", "3", "0.250", "2"]);
});

test("a name leads to the submissions of the person", () => {
  show([rushed], false);
  const address = document.querySelector("tbody a")?.getAttribute("href");
  expect(address).toBe("/p/crowd/review?kind=fastest&annotator=annotator_0f&n=100&reviewed=1");
});
