// @vitest-environment jsdom
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { indexText } from "./offsets";
import type { PaintedMark } from "./painter";
import { runPainter } from "./runs";
import { segments } from "./segments";
import { anyText } from "./texts.testing";

const text = "a 👩‍👧 <b>x</b>\r\n  b";
const index = indexText(text);

const anyMarks = fc
  .array(fc.tuple(fc.nat(20), fc.nat(20), fc.constantFrom("m1", "m1-hover", "m2", "m2-selected-second")))
  .map((edges) => edges.map(([start, size, style]) => ({ start, end: start + size + 1, style })));

afterEach(() => {
  document.body.replaceChildren();
});

function painted(any: string, ...steps: (readonly PaintedMark[])[]): HTMLElement {
  const root = document.body.appendChild(document.createElement("p"));
  const painter = runPainter(root, indexText(any));
  steps.forEach((marks) => {
    painter.paint(marks);
  });
  return root;
}

it("keeps the text, whatever is marked, and never makes markup of it", () => {
  fc.assert(
    fc.property(anyText, anyMarks, (any, marks) => {
      const root = painted(any, marks);
      expect(root.textContent).toBe(any);
      expect([...root.querySelectorAll("*")].every(({ localName }) => localName === "mark")).toBe(true);
      root.remove();
    }),
  );
});

it("looks the same whether marks came at once or one after another", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyMarks, { minLength: 1, maxLength: 5 }), (any, steps) => {
      const grown = painted(any, ...steps);
      const fresh = painted(any, steps.at(-1) ?? []);
      expect(grown.innerHTML).toBe(fresh.innerHTML);
      const count = segments(steps.at(-1) ?? [], indexText(any).length).length;
      expect(grown.childNodes).toHaveLength(count);
      document.body.replaceChildren();
    }),
  );
});

it("nests the elements of overlapping marks", () => {
  const root = painted(text, [
    { start: 0, end: 5, style: "m1" },
    { start: 2, end: 9, style: "m2-second" },
  ]);
  expect(root.querySelector(".m.m1 > .m.m2.second")?.textContent).toBe("👩‍👧");
});

it("gives a run another look without exchanging it: a drag may have begun there", () => {
  const root = document.createElement("p");
  const painter = runPainter(root, index);
  painter.paint([{ start: 2, end: 5, style: "m1" }]);
  const nodes = [...root.childNodes];
  painter.paint([{ start: 2, end: 5, style: "m1-hover" }]);
  expect([...root.childNodes]).toEqual(nodes);
  expect(root.querySelector("mark")?.className).toBe("m m1 hover");
  painter.paint([
    { start: 2, end: 5, style: "m1" },
    { start: 9, end: 10, style: "m1" },
  ]);
  expect([...root.childNodes].slice(0, 2)).toEqual(nodes.slice(0, 2));
  painter.clear();
  expect(root.childNodes).toHaveLength(1);
});

it("leaves the caret where it is in the text", () => {
  const root = document.body.appendChild(document.createElement("p"));
  const painter = runPainter(root, index);
  const [node] = root.childNodes;
  document.getSelection()?.setBaseAndExtent(node ?? root, 7, node ?? root, 9);
  painter.paint([{ start: 0, end: 9, style: "m1" }]);
  const selection = document.getSelection();
  expect(String(selection)).toBe(text.slice(7, 9));
  expect(selection?.focusNode?.parentElement?.localName).toBe("mark");
});
