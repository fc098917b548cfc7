// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { lastLabel, rememberLabel } from "./labels";

const labels = ["invention", "OCR", "other"].map((name, n) => ({
  name,
  text: name,
  color: n + 1,
  key: "",
  texts: {},
}));

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it("is the first label of the scheme, then the last one used", () => {
  expect(lastLabel(labels)).toBe("invention");
  rememberLabel(labels, "other");
  expect(lastLabel(labels)).toBe("other");
});

it("is remembered per set of labels", () => {
  rememberLabel(labels, "OCR");
  expect(lastLabel([...labels].reverse())).toBe("other");
  expect(lastLabel([...labels, { name: "more", text: "More", color: 4, key: "", texts: {} }])).toBe(
    "invention",
  );
  expect(lastLabel([])).toBe("");
});

it("works without storage", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("refused");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("refused");
  });
  rememberLabel(labels, "OCR");
  expect(lastLabel(labels)).toBe("invention");
});
