import { expect, test } from "vitest";
import { project } from "../../api/samples";
import type { ReleasePreview } from "../../api/types";
import { ReleaseDraft } from "./releaseDraft.svelte";

const preview: ReleasePreview = {
  policy: "majority",
  parquet: false,
  selections: [],
  images: 0,
  images_size: 0,
  seed: 7,
  default_splits: { shares: { train: 60, validation: 20, test: 20 }, stratify: ["category"] },
  languages: [],
};

test("the splits of the record format are in the form, and can be changed", () => {
  const draft = new ReleaseDraft(project);
  draft.prefill(preview);
  expect([draft.by, draft.plan, draft.stratify]).toEqual([
    "share",
    "train=60 validation=20 test=20",
    "category",
  ]);
  expect(draft.request(preview).splits).toEqual({
    by: "share",
    shares: { train: 60, validation: 20, test: 20 },
    stratify: ["category"],
  });
  draft.by = "none";
  draft.plan = "";
  draft.prefill(preview); // a further preview, after a change of the policy
  expect(draft.request(preview).splits).toEqual({});
});

test("a form without proposed splits, or with splits of the lead, stays as it is", () => {
  const bare = new ReleaseDraft(project);
  bare.prefill({ ...preview, default_splits: null });
  expect([bare.by, bare.plan, bare.stratify]).toEqual(["none", "", ""]);
  const typed = new ReleaseDraft(project);
  typed.by = "field";
  typed.plan = "split";
  typed.prefill(preview);
  expect([typed.by, typed.plan, typed.stratify]).toEqual(["field", "split", ""]);
});
