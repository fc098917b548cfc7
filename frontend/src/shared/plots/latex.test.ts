import { expect, test } from "vitest";
import { latex } from "./latex";

test("a table is set with booktabs, numbers to the right with their decimals", () => {
  const text = latex({
    note: "mushroom-2025, n = 3",
    columns: [
      { key: "language", name: "Language" },
      { key: "items", name: "Items" },
      { key: "alpha", name: "Krippendorff’s α", decimals: 3 },
    ],
    rows: [
      ["Arabic", 138, 0.71449],
      ["Swedish", 14, -0.1],
      ["Catalan", 2, null],
    ],
  });
  expect(text).toBe(
    [
      "% mushroom-2025, n = 3",
      "\\begin{tabular}{lrr}",
      "\\toprule",
      "Language & Items & Krippendorff’s $\\alpha$ \\\\",
      "\\midrule",
      "Arabic & 138 & 0.714 \\\\",
      "Swedish & 14 & $-$0.100 \\\\",
      "Catalan & 2 & -- \\\\",
      "\\bottomrule",
      "\\end{tabular}",
      "",
    ].join("\n"),
  );
});

test("names are only ever text", () => {
  const hostile = "\\input{/etc/passwd} 50% & a_b #1 $x$ ~^<>|";
  const text = latex({
    note: "one\n\\input{two}\u2028three",
    columns: [{ key: "x", name: "x" }],
    rows: [[hostile]],
  });
  const [first, second, third] = text.split("\n");
  expect([first, second, third]).toEqual(["% one", "% \\input{two}", "% three"]);
  expect(text).toContain(
    "\\textbackslash{}input\\{/etc/passwd\\} 50\\% \\& a\\_b \\#1 \\$x\\$ \\textasciitilde{}\\textasciicircum{}\\textless{}\\textgreater{}\\textbar{} \\\\",
  );
});

test("a line feed in a name does not end its row", () => {
  expect(latex({ note: "n", columns: [{ key: "a", name: "a\nb" }], rows: [["c\r\nd"]] })).toContain(
    "c d \\\\\n",
  );
});
