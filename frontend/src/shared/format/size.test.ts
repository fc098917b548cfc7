import { expect, test } from "vitest";
import { fileSize } from "./size";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [117_249, "117.2 kB"],
  [999_949, "999.9 kB"],
  [999_950, "1 MB"],
  [4_980_000, "5 MB"],
])("%i bytes", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
