// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { getPeopleReview } from "../../../api/review";
import type { PeopleReview, PersonReview } from "../../../api/types";
import { router } from "../../../app/router.svelte";
import { stubResizeObserver } from "../../../shared/tables/noLayout.testing";
import People from "./PeopleReview.svelte";

vi.mock("../../../api/review", () => ({ getPeopleReview: vi.fn() }));

const person = (name: string): PersonReview => ({
  annotator: name,
  name,
  submitted: 20,
  assigned: 20,
  seconds: 50,
  began_at: null,
  ended_at: null,
  said_nothing: 0,
  agreement: null,
  majority: null,
  reviewed: 0,
});
const found = (random: string): PeopleReview => ({
  of: 2,
  unfinished: 0,
  as_of: new Date().toISOString(),
  due: false,
  fastest: [person("fastest")],
  random: [person(random)],
});

const drawn = () => {
  const section = document.querySelector("[data-testid=random-people]");
  return `${section?.querySelector("h2")?.textContent}: ${section?.querySelector("tbody a")?.textContent}`;
};

async function settled() {
  for (let turn = 0; turn < 10; turn += 1) await tick();
  flushSync();
}

let page: Record<string, unknown>;
afterEach(async () => {
  await unmount(page);
  vi.unstubAllGlobals();
});

test("a new draw has its heading when its people have arrived", async () => {
  // jsdom has no layout.
  vi.stubGlobal("scrollTo", vi.fn());
  stubResizeObserver();
  vi.mocked(getPeopleReview).mockResolvedValueOnce(found("ada"));
  page = mount(People, { target: document.body, props: { slug: "crowd", usesSpans: true } });
  await settled();
  const before = drawn();
  expect(before).toContain("draw 1: ada");

  let arrive: (found: PeopleReview) => void = () => {};
  vi.mocked(getPeopleReview).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
  document.querySelector<HTMLElement>("[data-testid=draw-people]")?.click();
  await settled();
  expect(router.query.get("draw")).toBe("1");
  expect(drawn()).toBe(before);
  arrive(found("bo"));
  await settled();
  expect(drawn()).toContain("draw 2: bo");
});
