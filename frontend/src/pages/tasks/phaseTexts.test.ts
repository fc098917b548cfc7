import { describe, expect, test } from "vitest";
import { textsReady } from "../../i18n";
import { phaseLine } from "./phaseTexts";

const now = Date.parse("2027-01-14T21:59:00Z");
const dates = { starts_at: "2027-01-04T12:00:00Z", ends_at: "2027-01-16T11:59:00Z" };

describe("the line of a phase", async () => {
  await textsReady();

  test("counts down to its end and to its start", () => {
    expect(phaseLine({ state: "open", ...dates }, now)).toBe("Closes in 1 day 14 hours");
    expect(phaseLine({ state: "upcoming", ...dates, starts_at: "2027-01-15T00:00:00Z" }, now)).toBe(
      "Opens in 2 hours 1 minute",
    );
  });

  test("says that it is paused, has ended, or does not end", () => {
    expect(phaseLine({ state: "paused", ...dates }, now)).toBe("Paused");
    expect(phaseLine({ state: "ended", ...dates }, now)).toBe("Ended");
    expect(phaseLine({ state: "open", ...dates, ends_at: null }, now)).toBe("Open, no closing date");
  });

  test("follows the clock where the page is older than the deadline", () => {
    expect(phaseLine({ state: "open", ...dates }, Date.parse("2027-01-16T11:59:00Z"))).toBe("Ended");
    expect(phaseLine({ state: "upcoming", ...dates }, now)).toBe("Closes in 1 day 14 hours");
  });
});
