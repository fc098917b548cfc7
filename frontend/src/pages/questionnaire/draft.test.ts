import { describe, expect, it } from "vitest";
import { answersOf, draftOf } from "./draft";

describe("answers to the questionnaire", () => {
  const given = {
    languages: [
      { language: "fr", level: "native" as const },
      { language: "pt-br", level: "basic" as const },
    ],
    education: "" as const,
    field: "law" as const,
    experience: "" as const,
    age: "65+" as const,
    note: "From Liège.",
    undisclosed: ["education" as const],
  };
  const asked = ["languages", "education", "field", "experience", "age", "note"] as const;

  it("are sent as they were stored", () => {
    expect(answersOf(draftOf(given), asked, ["pt-br"])).toEqual(given);
  });

  it("to questions that are no longer asked are left out", () => {
    const sent = answersOf(draftOf(given), ["age"], []);
    expect(sent).toEqual({
      languages: [],
      education: "",
      field: "",
      experience: "",
      age: "65+",
      note: "",
      undisclosed: [],
    });
  });

  it("have the tag of a language that is named, and what was typed otherwise", () => {
    const draft = draftOf(undefined);
    draft.languages = [
      { name: " french ", level: "native" },
      { name: "x-elvish", level: "basic" },
      { name: "  ", level: "basic" },
    ];
    expect(answersOf(draft, asked, []).languages).toEqual([
      { language: "fr", level: "native" },
      { language: "x-elvish", level: "basic" },
    ]);
  });

  it("leave out languages that a person prefers not to name", () => {
    const draft = draftOf(given);
    draft.hidesLanguages = true;
    const sent = answersOf(draft, asked, []);
    expect(sent.languages).toEqual([]);
    expect(sent.undisclosed).toEqual(["education", "languages"]);
  });
});
