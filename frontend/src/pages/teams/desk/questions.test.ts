import { describe, expect, test } from "vitest";
import { ApiProblem } from "../../../api/problem";
import type { OrganizedTeam } from "../../../api/types";
import { inDeskOrder, mergeTargets } from "./deskOrder";
import { blankQuestion, draftsOf, type Question, questionErrors, questionsOf } from "./questions";

const models: Question = {
  key: "models",
  text: "Models",
  kind: "choice",
  choices: ["A", "B"],
  required: true,
};

describe("questions of a fact sheet", () => {
  test("come back as they were stored", () => {
    expect(questionsOf(draftsOf([models]))).toEqual([models]);
  });

  test("have choices one a line, and none for other kinds", () => {
    const [draft] = draftsOf([models]);
    if (!draft) throw new Error("no draft");
    expect(questionsOf([{ ...draft, choices: " A \n\nC\n" }])[0]?.choices).toEqual(["A", "C"]);
    expect(questionsOf([{ ...draft, kind: "text" }])[0]?.choices).toEqual([]);
  });

  test("that are new have a key of their own", () => {
    const drafts = draftsOf([{ ...models, key: "question_2" }]);
    expect(blankQuestion(drafts).key).toBe("question_3");
    expect(blankQuestion([]).key).toBe("question_1");
    expect(blankQuestion(drafts).id).toBe(1);
  });

  test("show their first error", () => {
    const errors = questionErrors(
      new ApiProblem({
        type: "about:blank",
        title: "Invalid",
        status: 422,
        detail: "",
        errors: [
          { pointer: "/questions/1/text", code: "blank", detail: "Enter a question." },
          { pointer: "/questions/1/key", code: "blank", detail: "Enter a key." },
        ],
      }),
    );
    expect([errors(0), errors(1), errors.any]).toEqual(["", "Enter a question.", true]);
    expect(questionErrors(new Error("x")).any).toBe(false);
  });
});

describe("teams on the organizers' page", () => {
  const team = (id: number, state: OrganizedTeam["state"]): OrganizedTeam => ({
    id,
    name: `Team ${id}`,
    alias: "A1",
    state,
    affiliation: "",
    terms_version: 1,
    merged_into: null,
    merged_at: null,
    disqualified_at: null,
    reason: "",
    created_at: "2027-01-01T00:00:00Z",
    members: [],
    earlier_names: [],
    submissions: 0,
    scored: 0,
    last_submission_at: null,
    flags: [],
  });
  const teams = [
    team(1, "merged"),
    team(2, "approved"),
    team(3, "refused"),
    team(4, "pending"),
    team(5, "approved"),
  ];

  test("wait for approval first", () => {
    expect(inDeskOrder(teams).map(({ id }) => id)).toEqual([4, 2, 5, 3, 1]);
  });

  test("can be merged into other approved teams", () => {
    expect(mergeTargets(teams, team(2, "approved")).map(({ id }) => id)).toEqual([5]);
  });
});
