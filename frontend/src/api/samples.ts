/* What tests are answered by the server: a project of which nothing is done yet, as a lead of it sees it. */

import type { Project, Summary } from "./types";

export const project: Project = {
  slug: "harbours",
  name: "Harbours",
  description: "",
  role: "lead",
  assignment: "pool",
  redundancy: 3,
  quota: 0,
  notice_after: 0,
  sample: 1,
  policy: "mushroom-2025",
  next_policy: "",
  anonymous: false,
  adjudication: false,
  other_sources: false,
  languages: [],
  my_languages: [],
  scheme: { version: 1, uses_spans: true, span_labels: [], item_labels: [], evidence: "off" },
  mine: { todo: 0, submitted: 0, drafts: 0, skipped: 0, items: 0, today: 0 },
};

export const summary: Summary = {
  policy: "mushroom-2025",
  version: 1,
  overall: {
    items: 0,
    complete: 0,
    annotations: 0,
    counted: 0,
    agreement: null,
    annotators_min: 0,
    annotators_max: 0,
    over_full: 0,
  },
  languages: [],
  surplus: 0,
  recomputing: null,
};
