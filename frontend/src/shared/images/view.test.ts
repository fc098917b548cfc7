import { expect, test } from "vitest";
import { clamped, fitScale, MAX_ZOOM, scrollAfter, turned, zoomed } from "./view";

test("a quarter turn swaps width and height, a half turn does not", () => {
  expect(turned({ width: 40, height: 20 }, 1)).toEqual({ width: 20, height: 40 });
  expect(turned({ width: 40, height: 20 }, 2)).toEqual({ width: 40, height: 20 });
  expect(turned({ width: 40, height: 20 }, 3)).toEqual({ width: 20, height: 40 });
});

test("an image fits by its tighter side, and a small one is enlarged to the frame", () => {
  expect(fitScale({ width: 800, height: 400 }, { width: 400, height: 400 })).toBe(0.5);
  expect(fitScale({ width: 400, height: 1600 }, { width: 400, height: 400 })).toBe(0.25);
  expect(fitScale({ width: 40, height: 20 }, { width: 400, height: 400 })).toBe(10);
  expect(fitScale({ width: 0, height: 0 }, { width: 400, height: 400 })).toBe(1);
});

test("zoom goes in steps between fitting and the largest", () => {
  expect(zoomed(1, 1)).toBe(1.5);
  expect(zoomed(1.5, -1)).toBe(1);
  expect(zoomed(1, -1)).toBe(1);
  expect(zoomed(MAX_ZOOM, 1)).toBe(MAX_ZOOM);
  expect(clamped(0.3)).toBe(1);
});

test("the point under the fingers stays while the image grows", () => {
  // 100 px into the image, shown 20 px from the edge of the frame: doubled, it is 200 px into it.
  expect(scrollAfter(80, 20, 2)).toBe(180);
  expect(scrollAfter(0, 0, 3)).toBe(0);
});
