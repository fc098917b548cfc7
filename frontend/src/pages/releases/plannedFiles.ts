/* The files that a release will have, by folder, as far as its form says: morelkit.release.layout. */

import { type By, lists, shares } from "./releaseForm";

export interface Plan {
  /** Languages of its items; "und" for records without one. */
  languages: readonly string[];
  by: By;
  plan: string;
  evidence: boolean;
  comments: boolean;
  decisions: boolean;
  parquet: boolean;
  /** How many image files it has; their names are their digests, so each is "…". */
  images: number;
}

export interface PlannedFolder {
  folder: string;
  /** Names of its files. A split that only the items know is "…". */
  files: readonly string[];
}

/** Names that records without a language share: their files are named after the split alone. */
const NO_LANGUAGE = "und";
const LINES = ["gold", "unlabelled", "raw", "provenance"] as const;
const ROOT = ["README.md", "agreement.csv", "agreement.json", "croissant.json", "manifest.json"] as const;

/** Returns the folders in the order of their names in the layout, the root last. */
export function plannedFiles(plan: Plan): PlannedFolder[] {
  const stems = splitNames(plan.by, plan.plan).flatMap((split) =>
    plan.languages.map((language) =>
      language === NO_LANGUAGE ? split : `${language.toLowerCase()}.${split}`,
    ),
  );
  const ending = plan.parquet ? ["csv", "parquet"] : ["csv"];
  const lines = [
    ...LINES,
    ...(plan.evidence ? ["evidence"] : []),
    ...(plan.comments ? ["comments"] : []),
    ...(plan.decisions ? ["decisions"] : []),
  ];
  return [
    ...lines.map((folder) => ({ folder, files: stems.map((stem) => `${stem}.jsonl`) })),
    {
      folder: "tables",
      files: stems.flatMap((stem) =>
        ["items", "spans"].flatMap((table) => ending.map((each) => `${stem}.${table}.${each}`)),
      ),
    },
    ...(plan.images > 0 ? [{ folder: "images", files: Array<string>(plan.images).fill("…") }] : []),
    { folder: "", files: ROOT },
  ];
}

/** Returns the names of the splits. A plan that is not finished has those that can be read. */
export function splitNames(by: By, plan: string): string[] {
  if (by === "none") return ["full"];
  if (by === "field") return ["…"];
  try {
    const names = Object.keys(by === "share" ? shares(plan) : lists(plan)).filter(Boolean);
    return names.length > 0 ? names : ["…"];
  } catch {
    return ["…"]; // a name occurs twice: the form says so when it is sent
  }
}
