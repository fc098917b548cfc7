import { expect, it } from "vitest";
import { shortened } from "./quotes";

it("leaves a short text as it is", () => {
  expect(shortened("the lamp 🙂")).toBe("the lamp 🙂");
});

it("shows both ends of a long one, in whole characters", () => {
  const text = `begins ${"🙂".repeat(200)} ends`;
  expect(shortened(text)).toMatch(/^begins 🙂+…🙂+ ends$/u);
  expect([...shortened(text)]).toHaveLength(61);
});

it("shows line breaks", () => {
  expect(shortened("one\r\ntwo\nthree")).toBe("one⏎two⏎three");
});
