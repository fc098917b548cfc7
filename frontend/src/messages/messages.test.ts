import { describe, expect, test } from "vitest";
import { messages, t } from ".";

const own = messages({
  saved: "Saved {time}",
  marks: { one: "{n} mark", other: "{n} marks" },
  left: { one: "{n} answer left in {project}", other: "{n} answers left in {project}" },
});

describe("a message", () => {
  test("without parameters is its text", () => {
    expect(t("app.retry")).toBe("Try again");
  });

  test("has its parameters filled in", () => {
    expect(own("saved", { time: "12:03" })).toBe("Saved 12:03");
  });

  test("takes the plural that belongs to n", () => {
    expect(own("marks", { n: 0 })).toBe("0 marks");
    expect(own("marks", { n: 1 })).toBe("1 mark");
    expect(own("marks", { n: 2 })).toBe("2 marks");
  });

  test("writes numbers with separators, and strings as they are", () => {
    expect(own("left", { n: 12345, project: "12345" })).toBe("12,345 answers left in 12345");
  });

  test("does not read a parameter's value as a pattern", () => {
    expect(own("saved", { time: "{time} $& $1" })).toBe("Saved {time} $& $1");
  });

  test("keeps the shared texts beside a page's own", () => {
    expect(own("nav.items")).toBe("Items");
  });

  test("with a wrong key or parameter does not compile", () => {
    // @ts-expect-error a key that is in no table
    expect(own("nothing")).toBe("nothing");
    // @ts-expect-error the parameter is called `time`
    expect(own("saved", { hour: "12" })).toBe("Saved {time}");
  });
});
