import { describe, expect, it } from "vitest";
import { indexText } from "../../text/offsets";
import { fold, foldQuery } from "./folding";
import { nearestPassage, sameQuantities, sentenceAround } from "./nearest";

const EXTRACT = `The 🏮 Hallgrund Light stands on a reef. It is 41 metres high.

== History ==
The tower was drawn by Tobias Hallgarth, harbour engineer at Venn. It was first lit on October 3rd, 1887 by J. Miller.
Work went on through two winters, and the granite came from the quarries of Lomskär.
Some 12 500 blocks were laid.`;

const page = fold(EXTRACT);
const index = indexText(EXTRACT);
const cut = (range: { start: number; end: number } | null) => range && index.slice(range.start, range.end);
const nearest = (query: string) => cut(nearestPassage(page, foldQuery(query)));
const same = (query: string, ...languages: string[]) =>
  sameQuantities(page, foldQuery(query), ["en", ...languages]).map(cut);

describe("a date or a number in another notation", () => {
  it("is found", () => {
    expect(same("3 October 1887")).toEqual(["October 3rd, 1887"]);
    expect(same("on 3 October 1887")).toEqual(["October 3rd, 1887"]);
    expect(same("3. Oktober 1887", "de")).toEqual(["October 3rd, 1887"]);
    expect(same("12,500")).toEqual(["12 500"]);
  });

  it("is searched only for a query that is nothing but a date or number", () => {
    expect(same("some 12,500 blocks of granite")).toEqual([]);
    expect(same("no number at all")).toEqual([]);
  });
});

describe("the nearest passage", () => {
  it("has the same name in another spelling", () => {
    expect(nearest("Tobias Hallgart")).toBe(
      "The tower was drawn by Tobias Hallgarth, harbour engineer at Venn.",
    );
  });

  it("has the same words in another order and form", () => {
    expect(nearest("granite quarried at Lomskar")).toContain("quarries of Lomskär");
  });

  it("has the same word before a comma", () => {
    const arabic = fold("سكن البرج ثلاثة حراس، وكان كل منهم يبقى فيه شهرًا. غادره آخرهم في 30 أبريل 1969.");
    expect(nearestPassage(arabic, foldQuery("خمسة حراس"))?.start).toBe(0);
  });

  it("is a sentence, trimmed, that does not end at an initial", () => {
    expect(nearest("it was lit by Miller first")).toBe("It was first lit on October 3rd, 1887 by J. Miller.");
  });

  it("is none without shared words or for an empty query", () => {
    expect(nearest("xylophone quintet")).toBeNull();
    expect(nearest(" ")).toBeNull();
  });

  it("is found in scripts without spaces", () => {
    const chinese = "灯塔建于1887年。花岗岩来自采石场。守塔人住在塔里。";
    const found = nearestPassage(fold(chinese), foldQuery("花岗石来自采石厂"));
    expect(found && indexText(chinese).slice(found.start, found.end)).toBe("花岗岩来自采石场。");
  });

  it("is found in Arabic and Hindi", () => {
    const arabic = "بُني البرج سنة ١٨٨٧. جاء الغرانيت من المحاجر القريبة.";
    const hindi = "मीनार १८८७ में बनी। पत्थर पास की खदान से आया।";
    expect(nearestPassage(fold(arabic), foldQuery("الجرانيت من المحاجر"))).toEqual({
      start: arabic.indexOf("جاء"),
      end: arabic.length,
    });
    expect(nearestPassage(fold(hindi), foldQuery("पत्थर दूर की खदान से"))).toEqual({
      start: hindi.indexOf("पत्थर"),
      end: hindi.length,
    });
  });
});

describe("the sentence around a hit", () => {
  it("is found", () => {
    const start = index.toCodePoint(EXTRACT.indexOf("Tobias"));
    expect(cut(sentenceAround(page, { start, end: start + 6 }))).toBe(
      "The tower was drawn by Tobias Hallgarth, harbour engineer at Venn.",
    );
  });
});
