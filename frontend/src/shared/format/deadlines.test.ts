import { afterEach, describe, expect, test } from "vitest";
import { chooseLocale } from "../../i18n";
import { inReadersZone, inTaskZone, spanText, zoneLabel } from "./deadlines";

const DEADLINE = "2027-01-16T11:59:00Z";

afterEach(() => chooseLocale("en"));

describe("a deadline", () => {
  test("names its zone", () => {
    expect(inTaskZone(DEADLINE, "AoE")).toBe("January 15, 2027, 23:59 AoE");
    expect(inTaskZone(DEADLINE, "Europe/Paris")).toBe("January 16, 2027, 12:59 Europe/Paris");
    expect(inTaskZone(DEADLINE, "Mars/Olympus")).toBe("January 16, 2027, 11:59 UTC");
  });

  test("is shown in the reader's own time", () => {
    expect(inReadersZone(DEADLINE, "Europe/Helsinki")).toBe("January 16, 13:59");
    expect(zoneLabel("2027-07-16T11:59:00Z", "America/New_York")).toBe("New York, EDT");
    expect(zoneLabel(DEADLINE, "UTC")).toBe("UTC");
  });

  test("follows the locale", async () => {
    await chooseLocale("fr");
    expect(inReadersZone(DEADLINE, "Europe/Paris")).toBe("16 janvier, 12:59");
    await chooseLocale("ar");
    expect(inTaskZone(DEADLINE, "AoE")).toBe("15 يناير 2027، 23:59 AoE");
  });
});

test("time left has two units at most", async () => {
  const span = [
    { n: 1, unit: "day" },
    { n: 14, unit: "hour" },
  ] as const;
  expect(spanText(span)).toBe("1 day 14 hours");
  expect(spanText(span.slice(1))).toBe("14 hours");
  await chooseLocale("es");
  expect(spanText(span)).toBe("1 día 14 horas");
  expect(spanText([])).toBe("");
});
