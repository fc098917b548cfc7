// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { NetworkFailure } from "../../../api/problem";
import type { CheckedFile, CheckReport } from "../../../api/types";
import { ChosenFiles } from "./chosenFiles.svelte";

const fine: CheckedFile = {
  file: "dev.en.jsonl",
  track: "en",
  language: "en",
  records: 3,
  problems: [],
  problem_count: 0,
};
const report: CheckReport = { phase: "dev", files: [fine] };

function named(name: string): File {
  return new File(["{}"], name);
}

test("files are checked one after another", async () => {
  const names: string[] = [];
  const chosen = new ChosenFiles((file) => {
    names.push(file.name);
    return Promise.resolve(report);
  });
  chosen.add([named("a.jsonl"), named("b.jsonl")]);
  chosen.add([named("c.jsonl")]);
  await vi.waitFor(() => {
    expect(chosen.files.map(({ state }) => state)).toEqual(["checked", "checked", "checked"]);
  });
  expect(names).toEqual(["a.jsonl", "b.jsonl", "c.jsonl"]);
});

test("the file stays when the network drops, and is checked again on demand", async () => {
  const check = vi.fn<() => Promise<CheckReport>>();
  check.mockRejectedValueOnce(new NetworkFailure("no answer"));
  const chosen = new ChosenFiles(check);
  chosen.add([named("a.jsonl")]);
  await vi.waitFor(() => {
    expect(chosen.files[0]?.state).toBe("failed");
  });
  const [first] = chosen.files;
  check.mockResolvedValueOnce(report);
  if (first) chosen.again(first);
  await vi.waitFor(() => {
    expect(chosen.files[0]?.state).toBe("checked");
  });
  expect(first?.reports).toEqual([fine]);
  expect(first?.phase).toBe("dev");
});

test("a removed file's check is given up, and the next one begins", async () => {
  const chosen = new ChosenFiles((file, { signal }) =>
    file.name === "slow.jsonl"
      ? new Promise((_, reject) => {
          signal?.addEventListener("abort", () => {
            reject(new DOMException("given up", "AbortError"));
          });
        })
      : Promise.resolve(report),
  );
  chosen.add([named("slow.jsonl"), named("b.jsonl")]);
  const slow = chosen.files[0]?.key ?? 0;
  chosen.remove(slow);
  await vi.waitFor(() => {
    expect(chosen.files.map(({ state }) => state)).toEqual(["checked"]);
  });
});

test("a replaced file takes the place of the old one", async () => {
  const chosen = new ChosenFiles(() => Promise.resolve(report));
  chosen.add([named("a.jsonl"), named("b.jsonl")]);
  chosen.replace(chosen.files[0]?.key ?? 0, named("a2.jsonl"));
  expect(chosen.files.map(({ file }) => file.name)).toEqual(["a2.jsonl", "b.jsonl"]);
  await vi.waitFor(() => {
    expect(chosen.files.every(({ state }) => state === "checked")).toBe(true);
  });
});
