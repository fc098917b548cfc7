import { expect, it } from "vitest";
import { after, before } from "./context";

it.each([
  ["f two kilometres off Ejderhamn. ", "… two kilometres off Ejderhamn. "],
  ["The reef.\n\n\n== History ==\nThe ", "The "],
  ["The ", "The "],
  ["", ""],
  [
    "灯塔位于港口的北端塔高二十七米一九〇三年首次点亮灯光为绿色每十秒闪",
    "灯塔位于港口的北端塔高二十七米一九〇三年首次点亮灯光为绿色每十秒闪",
  ],
])("before a passage: %j", (prefix, shown) => {
  expect(before(prefix)).toBe(shown);
});

it.each([
  [" and is visible over thirty-one kil", " and is visible over thirty-one …"],
  ["\n\n\n== History ==\nThe reef had wr", ""],
  [" high.", " high."],
])("after a passage: %j", (suffix, shown) => {
  expect(after(suffix)).toBe(shown);
});
