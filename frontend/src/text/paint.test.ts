// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { indexText } from "./offsets";
import { createPainter, markPainter, type PaintedMark } from "./paint";
import { anyText } from "./texts.testing";

const text = "a 👩‍👧 <b>x</b>\r\n  b";
const marks: PaintedMark[] = [
  { start: 0, end: 5, style: "m1" },
  { start: 2, end: 9, style: "m2-second" },
];

describe("the <mark> painter", () => {
  it("keeps the text, whatever is marked, and never makes markup of it", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(fc.nat(20), fc.nat(20))), (any, edges) => {
        const root = document.createElement("p");
        const painter = markPainter(root, indexText(any));
        painter.paint(edges.map(([start, size]) => ({ start, end: start + size + 1, style: "m1" })));
        expect(root.textContent).toBe(any);
        expect([...root.querySelectorAll("*")].every(({ localName }) => localName === "mark")).toBe(true);
        painter.clear();
        expect(root.innerHTML.includes("<mark")).toBe(false);
      }),
    );
  });

  it("nests the elements of overlapping marks", () => {
    const root = document.createElement("p");
    markPainter(root, indexText(text)).paint(marks);
    expect(root.querySelector(".m.m1 > .m.m2.second")?.textContent).toBe("👩‍👧");
  });
});

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

  it("names one highlight a style over one text node that it never touches", () => {
    const root = document.createElement("p");
    const painter = createPainter(root, indexText(text));
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

  it("leaves the ranges of unchanged marks alone", () => {
    const root = document.createElement("p");
    const painter = createPainter(root, indexText(text));
    painter.paint(marks);
    const [kept] = registry.get("m1") ?? [];
    painter.paint([...marks, { start: 9, end: 12, style: "m1" }]);
    expect([...(registry.get("m1") ?? [])][0]).toBe(kept);
    expect(registry.get("m1")?.size).toBe(2);
  });
});
