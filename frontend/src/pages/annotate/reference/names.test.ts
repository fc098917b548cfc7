import { describe, expect, it } from "vitest";
import { isAddress, nameOf } from "./names";

describe("typed text", () => {
  it.each([
    "https://de.wikipedia.org/wiki/Leuchtturm",
    "de.m.wikipedia.org/wiki/Leuchtturm",
    "//fr.wikipedia.org/wiki/Phare",
    " http://en.wikipedia.org/w/index.php?title=Light&oldid=7 ",
    "https://example.org/page",
    "ftp://example.org/page",
    "javascript:alert(1)",
  ])("is an address: %s", (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each([
    "Leuchtturm",
    "AC/DC",
    "Dr. No / Part 2",
    "St. Mary",
    "Node.js",
    "Star Trek: Picard",
    "منارة",
    "",
  ])("is a title: %s", (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe("the name of a page", () => {
  it("is its title, or until it is loaded the name in its address", () => {
    expect(nameOf({ url: "https://en.wikipedia.org/wiki/Old_light", title: "Old Light" })).toBe("Old Light");
    expect(nameOf({ url: "fr.wikipedia.org/wiki/Phare_d%C3%A9sert", title: "" })).toBe("Phare désert");
    expect(nameOf({ url: "https://example.org/100%", title: "" })).toBe("example.org/100%");
  });
});
