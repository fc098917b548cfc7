import { describe, expect, test } from "vitest";
import type { ProjectCard } from "../../api/types";
import { beginning, nextStep, partOfDay, toDo } from "./cards";

const done = { todo: 0, submitted: 10, done: 10, drafts: 0, skipped: 0, items: 10, today: 0 };
const open = { ...done, submitted: 3, done: 3, skipped: 2 };
const draft = { item: 7, question: "Why?", spans: 2 };

function card(slug: string, part: Partial<ProjectCard> = {}): ProjectCard {
  return {
    slug,
    name: slug,
    description: "",
    role: "annotator",
    languages: ["en"],
    mine: open,
    project: { items: 10, complete: 0, annotations: 0 },
    agreement: null,
    counted: 0,
    policy: "mushroom-2025",
    names_shown: [],
    questionnaire: "closed",
    published: 0,
    creation: null,
    current: null,
    ...part,
  };
}

describe("the number of remaining items", () => {
  test("excludes submitted and skipped items", () => {
    expect(toDo(open)).toBe(5);
  });

  test("is never negative, for instance after items were archived", () => {
    expect(toDo({ ...done, items: 8 })).toBe(0);
  });
});

describe("the next step", () => {
  test("is the project with an open draft, at any position", () => {
    expect(nextStep([card("a"), card("b", { current: draft })])?.slug).toBe("b");
  });

  test("is otherwise the first project with work", () => {
    expect(nextStep([card("a", { mine: done }), card("b"), card("c")])?.slug).toBe("b");
  });

  test("is a lead's project only when there is a draft in it", () => {
    expect(nextStep([card("a", { role: "lead" })])).toBeNull();
    expect(nextStep([card("a", { role: "lead", current: draft })])?.slug).toBe("a");
  });

  test("is empty when all is done", () => {
    expect(nextStep([card("a", { mine: done })])).toBeNull();
    expect(nextStep([])).toBeNull();
  });
});

describe("the beginning of a question", () => {
  test("is the whole short question, on one line", () => {
    expect(beginning(" Why\n so? ")).toBe("Why so?");
  });

  test("ends between words", () => {
    expect(beginning("Why did the lighthouse burn down in the end?", 20)).toBe("Why did the…");
  });

  test("ends between characters if there are no spaces, never inside one", () => {
    expect(beginning("青石桥是哪一年重建的", 4)).toBe("青石桥是…");
    expect(beginning("🌉🌉🌉", 2)).toBe("🌉🌉…");
  });
});

test("the day has three parts", () => {
  const at = (hour: number) => partOfDay(new Date(2025, 2, 14, hour));
  expect([3, 4, 11, 12, 17, 18].map(at)).toEqual([
    "evening",
    "morning",
    "morning",
    "afternoon",
    "afternoon",
    "evening",
  ]);
});
