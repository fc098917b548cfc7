import { expect, test } from "vitest";
import { dayIn, dayRange, receivedUtc } from "./phaseTimes";

test("days are those of the zone in which they were entered", () => {
  const days = dayRange("2027-01-18T12:00:00Z", "2027-02-01T11:59:00Z", "AoE");
  expect(days.replaceAll(/\s/g, "")).toBe("January18–31,2027");
  expect(dayIn("2027-02-08T03:00:00Z", "AoE")).toBe("February 7, 2027");
  expect(dayIn("2027-02-08T03:00:00Z", "Asia/Tokyo")).toBe("February 8, 2027");
  expect(dayIn("2027-02-08T03:00:00Z", "Mars/Olympus")).toBe("February 8, 2027");
});

test("a board shows when a submission was received in UTC", () => {
  expect(receivedUtc("2027-01-12T21:04:59Z")).toBe("Jan 12, 21:04");
});
