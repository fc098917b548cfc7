import { expect, test } from "vitest";
import type { Marking } from "../../../text/edits";
import { accepted, dismissed, reopened, stateOf, type Suggestion } from "./suggesting";

const nothing: Marking = {
  spans: [],
  labels: {},
  nothing_to_mark: true,
  unsure: false,
  comment: "",
  links: [],
  evidence: [],
  suggestions: {},
};
const paris: Suggestion = { id: "5-10-error", start: 5, end: 10, label: "error" };
const item = (claims: number[][] | null) => ({ claims });

test("an accepted suggestion becomes an ordinary mark, and nothing else is accepted", () => {
  const marking = accepted({ marking: nothing, item: item(null) }, paris);
  expect(marking.spans).toMatchObject([{ start: 5, end: 10, label: "error" }]);
  expect(marking.suggestions).toEqual({ "5-10-error": "accepted" });
  expect(marking.nothing_to_mark).toBe(false);
  expect(stateOf(marking, paris)).toBe("accepted");
});

test("an accepted suggestion is open again once its mark is gone or has another label", () => {
  const marking = accepted({ marking: nothing, item: item(null) }, paris);
  expect(stateOf({ ...marking, spans: [] }, paris)).toBe("open");
  const relabelled = marking.spans.map((span) => ({ ...span, label: "other" }));
  expect(stateOf({ ...marking, spans: relabelled }, paris)).toBe("open");
  const shorter = marking.spans.map((span) => ({ ...span, start: 9 }));
  expect(stateOf({ ...marking, spans: shorter }, paris)).toBe("accepted");
  const beside = marking.spans.map((span) => ({ ...span, start: 10, end: 12 }));
  expect(stateOf({ ...marking, spans: beside }, paris)).toBe("open");
});

test("a dismissed suggestion leaves the marks as they are, and can be opened again", () => {
  const marking = dismissed(nothing, paris);
  expect(marking.spans).toEqual([]);
  expect(stateOf(marking, paris)).toBe("dismissed");
  expect(reopened(marking, paris).suggestions).toEqual({});
  expect(stateOf(reopened(marking, paris), paris)).toBe("open");
});

test("where claims are judged, an accepted suggestion makes its claim incorrect", () => {
  const claims = [
    [0, 5],
    [5, 10],
  ];
  const marking = accepted(
    { marking: { ...nothing, nothing_to_mark: false, judged: [] }, item: item(claims) },
    paris,
  );
  expect(marking.spans).toMatchObject([{ start: 5, end: 10, label: "error" }]);
  expect(marking.judged).toEqual([1]);
  expect(marking.suggestions).toEqual({ "5-10-error": "accepted" });
});
