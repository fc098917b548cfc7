import { describe, expect, test } from "vitest";
import type { CheckedFile } from "../../../api/types";
import { type Checked, isReadable, readiness } from "./readiness";

let made = 0;

function report(track: string | null, problem_count = 0): CheckedFile {
  return { file: `${track}.jsonl`, track, language: track, records: 3, problems: [], problem_count };
}

function file(...reports: CheckedFile[]): Checked {
  return { key: (made += 1), state: "checked", phase: "dev", reports };
}

describe("what of the chosen files can be submitted", () => {
  test("files without problems, once per track", () => {
    const files = [file(report("en")), file(report("ar", 4)), file(report("de"))];
    const found = readiness(files);
    expect([...found.keys]).toEqual([files[0]?.key, files[2]?.key]);
    expect(found.tracks).toEqual(["en", "de"]);
    expect(found.ready).toBe(2);
    expect(found.pending).toBe(false);
  });

  test("no file whose track is unknown", () => {
    expect(readiness([file(report(null))]).keys.size).toBe(0);
  });

  test("an archive whole, if one of its files can be scored", () => {
    const archive = file(report("en"), report("ar", 1));
    const found = readiness([archive, file(report("de", 1), report("es", 1))]);
    expect([...found.keys]).toEqual([archive.key]);
    expect(found.ready).toBe(1);
  });

  test("no archive with a file of no track, which would be refused whole", () => {
    expect(readiness([file(report("en"), report(null, 1))]).keys.size).toBe(0);
  });

  test("two files for a track are named, also where one is in an archive or has problems", () => {
    expect([...readiness([file(report("en")), file(report("ar"), report("en", 2))]).repeated]).toEqual([
      "en",
    ]);
    expect(readiness([file(report(null)), file(report(null))]).repeated.size).toBe(0);
  });

  test("files for a track in two phases are not repeated", () => {
    const found = readiness([file(report("en")), { ...file(report("en")), phase: "test" }]);
    expect(found.repeated.size).toBe(0);
  });

  test("all phases of the files are named", () => {
    const other = { ...file(report("de")), phase: "test" };
    expect(readiness([file(report("en")), other, file(report("ar", 1))]).phases).toEqual(["dev", "test"]);
  });

  test("a file that is being checked holds the submission up, a failed check does not", () => {
    expect(readiness([{ key: 1, state: "sending", phase: "", reports: [] }]).pending).toBe(true);
    expect(readiness([{ key: 1, state: "failed", phase: "", reports: [] }])).toMatchObject({
      pending: false,
      ready: 0,
    });
  });
});

test("a file is readable by its name", () => {
  const readable = (name: string) => isReadable(name, [".jsonl", ".json", ".gz", ".zip"]);
  expect(["a.jsonl", "a.JSON", "a.jsonl.gz", "a.zip"].every(readable)).toBe(true);
  expect(["a.csv", "a.zip.exe", "jsonl", ".gitignore"].some(readable)).toBe(false);
  expect(isReadable("a.zip", [".jsonl"])).toBe(false);
});
