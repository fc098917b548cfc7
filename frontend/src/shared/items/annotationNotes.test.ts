import { describe, expect, it } from "vitest";
import type { ItemAnnotation } from "../../api/types";
import { commentsOf, consultedOf, isWikipedia, minutesSeconds } from "./annotationNotes";

const blank: ItemAnnotation = {
  annotator: "k1",
  name: "Wren",
  status: "counted",
  spans: [],
  normalized: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
  submitted_at: null,
  revision: 1,
  reason: "",
  exclusion: null,
  broken_rules: [],
  reopened: null,
};

it("active time is m:ss", () => {
  expect([0, 9, 19.6, 60, 192, 4503].map(minutesSeconds)).toEqual([
    "0:00",
    "0:09",
    "0:20",
    "1:00",
    "3:12",
    "75:03",
  ]);
});

it("comments carry names, and blank ones are left out", () => {
  const commented = { ...blank, annotator: "k2", name: "Sorrel", comment: "A sister." };
  expect(commentsOf([{ ...blank, comment: " \n" }, commented])).toEqual([
    { annotator: "k2", name: "Sorrel", text: "A sister." },
  ]);
});

describe("consulted pages", () => {
  const page = { url: "https://en.wikipedia.org/wiki/Harbour", language: "en", title: "Harbour" };

  it("are listed once, with all annotators who consulted them", () => {
    const pages = consultedOf([
      { ...blank, links: [page, page] },
      { ...blank, name: "Tansy", links: [page] },
    ]);
    expect(pages).toEqual([{ ...page, names: ["Wren", "Tansy"] }]);
  });

  it("are pages of Wikipedia over https and nothing else", () => {
    expect(isWikipedia(page.url)).toBe(true);
    expect(isWikipedia("https://wikipedia.org/")).toBe(true);
    for (const address of [
      "http://en.wikipedia.org/wiki/Harbour",
      "https://en.wikipedia.org.example/wiki/Harbour",
      "https://notwikipedia.org/",
      "https://en.wikipedia.org@example.com/",
      "https://me:secret@en.wikipedia.org/",
      "https://en.wikipedia.org:8443/",
      "javascript:alert(1)//wikipedia.org",
      "wikipedia.org",
      "",
    ]) {
      expect(isWikipedia(address), address).toBe(false);
    }
    expect(consultedOf([{ ...blank, links: [{ ...page, url: "javascript:alert(1)" }] }])).toEqual([]);
  });
});
