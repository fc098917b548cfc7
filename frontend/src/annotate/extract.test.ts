import { describe, expect, it } from "vitest";
import { sections } from "./extract";

describe("a stored extract", () => {
  it("is cut at its headings", () => {
    expect(sections("Lead.\n\n\n== Tower ==\nOne.\nTwo.\n=== Lamp ===\nThree.")).toEqual([
      { heading: "", level: 2, paragraphs: ["Lead."] },
      { heading: "Tower", level: 2, paragraphs: ["One.", "Two."] },
      { heading: "Lamp", level: 3, paragraphs: ["Three."] },
    ]);
  });

  it("takes for a heading only what stands alone between equal signs of one length", () => {
    expect(sections("a == b == c\n== open =\n==  ==\nx = 1")).toEqual([
      { heading: "", level: 2, paragraphs: ["a == b == c", "== open =", "==  ==", "x = 1"] },
    ]);
  });

  it("begins with a heading where nothing stands before it, and is nothing when it is empty", () => {
    expect(sections("== Tower ==\r\nOne.").map(({ heading }) => heading)).toEqual(["Tower"]);
    expect(sections("")).toEqual([]);
  });
});
