import { describe, expect, test } from "vitest";
import { arrivalOf, refusalOf } from "./arrival";

describe("an address", () => {
  test("of Prolific identifies the worker", () => {
    const query = new URLSearchParams("PROLIFIC_PID=5f3a&STUDY_ID=s1&SESSION_ID=x9&other=1");
    expect(arrivalOf(query)).toEqual({ pid: "5f3a", study: "s1", session: "x9" });
  });

  test("without parameters identifies nobody", () => {
    expect(arrivalOf(new URLSearchParams())).toEqual({ pid: "", study: "", session: "" });
  });
});

test("a refusal has a text, another failure has none", () => {
  expect(refusalOf("entry_study")).toEqual(["enter.study", "enter.study.text"]);
  expect(refusalOf("server_error")).toBeNull();
});
