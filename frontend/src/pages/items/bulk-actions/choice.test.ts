import { describe, expect, test } from "vitest";
import { Choice } from "./choice.svelte";

const rows = [11, 12, 13, 14, 15];
const chosen = (choice: Choice) => rows.filter((key) => choice.has(key));

describe("rows are selected", () => {
  test("one by one, and deselected", () => {
    const choice = new Choice();
    choice.toggle(12, rows, false);
    choice.toggle(14, rows, false);
    choice.toggle(12, rows, false);
    expect(chosen(choice)).toEqual([14]);
  });

  test.each([
    [12, 14],
    [14, 12],
  ])("in a stretch from %i to %i", (from, to) => {
    const choice = new Choice();
    choice.toggle(from, rows, false);
    choice.toggle(to, rows, true);
    expect(chosen(choice)).toEqual([12, 13, 14]);
  });

  test("as a range, and deselected", () => {
    const choice = new Choice();
    choice.toggle(11, rows, false);
    choice.toggle(15, rows, true);
    choice.toggle(13, rows, true);
    expect(chosen(choice)).toEqual([11, 12]);
  });

  test("alone if the start of the range is gone", () => {
    const choice = new Choice();
    choice.toggle(99, [99, ...rows], false);
    choice.toggle(13, rows, true);
    expect(chosen(choice)).toEqual([13]);
  });

  test("all at once, by filter instead of keys", () => {
    const choice = new Choice();
    choice.toggle(11, rows, false);
    choice.chooseAll();
    expect(choice.which({ language: "ar" })).toEqual({
      filter: {
        language: "ar",
        order: "agreement",
        search: "",
        annotator: "",
        beside: "",
        day: "",
        label: "",
        with_label: "",
        broken_rule: "",
        decision: "",
        counted: 0,
        agreement_from: "",
        agreement_to: "",
        status: "",
        tag: "",
        metadata: [],
      },
    });
    choice.clear();
    expect(choice.any).toBe(false);
  });

  test("all shown rows but one, after one of all is deselected", () => {
    const choice = new Choice();
    choice.chooseAll();
    choice.toggle(13, rows, false);
    expect(choice.which({})).toEqual({ items: [11, 12, 14, 15] });
  });
});
