import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amend, begin, record, redo, undo, type History } from "./history";

describe("history", () => {
  it("goes back to the start and forward to the end through any edits", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 50 }), (numbers) => {
        const states = numbers.map((n) => ({ n }));
        const end = states.reduce<History<object>>(
          (history, state) => record(history, state),
          begin<object>({}),
        );
        let history = end;
        for (let step = 0; step < states.length; step += 1) history = undo(history);
        expect(history.past).toEqual([]);
        expect(undo(history)).toBe(history);
        for (let step = 0; step < states.length; step += 1) history = redo(history);
        expect(history.present).toBe(end.present);
        expect(redo(history)).toBe(history);
      }),
    );
  });

  it("takes the letters of one field back together, but not across another edit", () => {
    let history = begin("");
    for (const text of ["a", "ab"]) history = record(history, text, "comment");
    history = record(history, "ab!");
    history = record(history, "ab!c", "comment");
    history = undo(history);
    expect(history.present).toBe("ab!");
    expect(undo(undo(history)).present).toBe("");
  });

  it("forgets what was undone once something else is done", () => {
    expect(record(undo(record(begin("a"), "b")), "c")).toMatchObject({ present: "c", future: [] });
  });

  it("records nothing when nothing changed, and no step for an amendment", () => {
    const history = record(begin("a"), "b");
    expect(record(history, "b")).toBe(history);
    expect(undo(amend(history, "B")).present).toBe("a");
  });
});
