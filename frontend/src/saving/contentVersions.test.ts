import { describe, expect, it } from "vitest";
import type { Content } from "../api/types";
import { NOTHING_SAID, onlyIn, sameContent } from "./contentVersions";

const span = (id: string, start: number, end: number, label = "h") => ({ id, start, end, label });
const link = (url: string, title = "") => ({ url, title, language: "en" });
const evidence = (of: string, exact = "") => ({
  span: of,
  kind: "passage" as const,
  snapshot: 1,
  start: 0,
  end: 4,
  exact,
  prefix: "",
  suffix: "",
});
const saying = (more: Partial<Content>): Content => ({ ...NOTHING_SAID, ...more });

describe("two versions", () => {
  it("are equal regardless of mark ids and fields of the server", () => {
    const one = saying({
      spans: [span("a", 0, 4), span("b", 6, 9)],
      labels: { tone: "warm", size: "big" },
      links: [link("https://en.wikipedia.org/wiki/Lamp")],
      active_seconds: 3,
    });
    const other = saying({
      spans: [span("c", 6, 9), span("d", 0, 4)],
      labels: { size: "big", tone: "warm" },
      links: [link("https://en.wikipedia.org/wiki/Lamp", "Lamp")],
      evidence: [],
      active_seconds: 50,
    });
    expect(sameContent(one, other)).toBe(true);
  });

  it("with evidence for the same mark are equal", () => {
    const one = saying({ spans: [span("a", 0, 4)], evidence: [evidence("a", "lamp")] });
    const other = saying({ spans: [span("b", 0, 4)], evidence: [evidence("b", "lamp")] });
    expect(sameContent(one, other)).toBe(true);
    expect(sameContent(one, { ...other, evidence: [] })).toBe(false);
  });

  it.each<[string, Partial<Content>]>([
    ["a mark", { spans: [span("a", 0, 4)] }],
    ["a label", { labels: { tone: "warm" } }],
    ["a link", { links: [link("https://en.wikipedia.org/wiki/Lamp")] }],
    ["a comment", { comment: "Hm." }],
    ["a doubt", { unsure: true }],
    ["a word", { nothing_to_mark: true }],
  ])("that differ in %s do not", (_, more) => {
    expect(sameContent(saying(more), NOTHING_SAID)).toBe(false);
  });

  it("may have marks that the other lacks", () => {
    const mine = [span("a", 0, 4), span("b", 6, 9)];
    expect(onlyIn(mine, [span("x", 0, 4), span("y", 6, 9, "o")])).toEqual([span("b", 6, 9)]);
  });
});
