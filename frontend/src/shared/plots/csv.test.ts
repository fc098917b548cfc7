import { expect, test } from "vitest";
import { csv } from "./csv";

test("rows have all digits, necessary quotes, and no formulas", () => {
  const rows = [
    ["plain", 0.1 + 0.2, null],
    ['two, "three"', 2, "=1+1"],
  ];
  expect(csv(["a", "b", "c"], rows)).toBe(
    'a,b,c\r\nplain,0.30000000000000004,\r\n"two, ""three""",2,\'=1+1\r\n',
  );
});

test.each([
  ["＝1+1", "'＝1+1"],
  ["＠a", "'＠a"],
  ["a;=1", "a;'=1"],
  ["a\t＝1", "a\t'＝1"],
  ["a; b=1", "a; b=1"],
])("%j is no formula", (text, written) => {
  expect(csv([text], [])).toBe(`${written}\r\n`);
});
