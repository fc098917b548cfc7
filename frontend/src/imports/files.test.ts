import { describe, expect, test } from "vitest";
import { columnsOf, delimiterName, fileSize, guessKind } from "./files";

describe("a file whose first line has a column of annotations", () => {
  const jsonl = new Blob(['\uFEFF\n{"id":"1","annotations":{"a":[[0,2]]}}\n{"id":"2"}\n']);

  test("is taken for annotations where there are items", async () => {
    expect(await guessKind(jsonl, true)).toBe("annotations");
  });

  test("is taken for items where there are none yet", async () => {
    expect(await guessKind(jsonl, false)).toBe("items");
  });

  test("is known although its first record is longer than what is read of it", async () => {
    const long = new Blob([`{"id":"1","annotations":{"a":[]},"logits":"${"1 ".repeat(200_000)}"}\n`]);
    expect(await guessKind(long, true)).toBe("annotations");
  });

  test("is known in a table", async () => {
    expect(await guessKind(new Blob(['id;"annotations"\r\n1;{}']), true)).toBe("annotations");
  });

  test("is told from one that only speaks of them", async () => {
    const spoken = new Blob(['{"id":"1","question":"What are \\"annotations\\"?"}']);
    expect(await guessKind(spoken, true)).toBe("items");
  });
});

test("columns are read without knowing the format", () => {
  expect(columnsOf("Frage\tAntwort\n1\t2")).toEqual(["Frage", "Antwort"]);
  expect(columnsOf("[]")).toEqual(["[]"]);
  expect(columnsOf("")).toEqual([""]);
});

describe("a size", () => {
  test.each([
    [1, "1 byte"],
    [999, "999 bytes"],
    [12_540, "12.5 kB"],
    [1_511_294, "1.51 MB"],
    [2_000_000_000, "2 GB"],
  ])("of %i bytes is %s", (bytes, text) => {
    expect(fileSize(bytes)).toBe(text);
  });
});

test("a delimiter has a name, or stands for itself", () => {
  expect(delimiterName(";")).toBe("semicolon");
  expect(delimiterName("\t")).toBe("tab");
  expect(delimiterName("~")).toBe("“~”");
});
