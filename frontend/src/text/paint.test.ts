// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { indexText } from "./offsets";
import { createPainter } from "./paint";
import type { PaintedMark } from "./painter";

const text = "a 👩‍👧 <b>x</b>\r\n  b";
const marks: PaintedMark[] = [
  { start: 0, end: 5, style: "m1" },
  { start: 2, end: 9, style: "m2-second" },
];

describe("the highlight painter", () => {
  const registry = new Map<string, Set<AbstractRange>>();
  beforeEach(() => {
    registry.clear();
    vi.stubGlobal("CSS", { highlights: registry });
    vi.stubGlobal("Highlight", Set);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("names one highlight a style over one text node that it never touches", async () => {
    const root = document.createElement("p");
    const painter = await createPainter(root, indexText(text));
    const node = root.firstChild;
    painter.paint(marks);
    expect([...registry.keys()]).toEqual(["m1", "m2-second"]);
    const [range] = registry.get("m1") ?? [];
    expect([range?.startContainer, range?.startOffset, range?.endOffset]).toEqual([node, 0, 7]);
    painter.clear();
    expect(registry.size).toBe(0);
    expect(root.childNodes).toHaveLength(1);
    expect(root.firstChild).toBe(node);
    expect(root.textContent).toBe(text);
  });

  it("leaves the ranges of unchanged marks alone", async () => {
    const root = document.createElement("p");
    const painter = await createPainter(root, indexText(text));
    painter.paint(marks);
    const [kept] = registry.get("m1") ?? [];
    painter.paint([...marks, { start: 9, end: 12, style: "m1" }]);
    expect([...(registry.get("m1") ?? [])][0]).toBe(kept);
    expect(registry.get("m1")?.size).toBe(2);
  });
});

it("is the other painter where the browser lacks highlights", async () => {
  vi.stubGlobal("CSS", {});
  const root = document.createElement("p");
  (await createPainter(root, indexText(text))).paint(marks);
  expect(root.querySelectorAll("mark")).toHaveLength(4);
  vi.unstubAllGlobals();
});
