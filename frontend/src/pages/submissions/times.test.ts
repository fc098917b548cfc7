import { expect, test } from "vitest";
import { clockInUtc, dayInUtc } from "./times";

test("midnight is the start of the day, in UTC", () => {
  expect(clockInUtc("2027-01-16T00:00:00Z")).toBe("00:00");
  expect(dayInUtc("2027-01-15T23:30:00-01:00")).toBe("Jan 16, 00:30");
});
