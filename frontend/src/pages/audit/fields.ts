/* Names of the details of events, such as a changed setting. */

import { languageName } from "../../shared/format/format";
import { t } from "../../i18n/audit";

const FIELDS = [
  "added",
  "adjudication",
  "annotations",
  "annotator",
  "anonymous",
  "assignment",
  "assignment_field",
  "check_every",
  "checks",
  "closed",
  "content",
  "creation",
  "days",
  "decision",
  "description",
  "empty",
  "ended",
  "evidence",
  "exclusion",
  "fast",
  "files",
  "guidelines",
  "image",
  "import",
  "invitation",
  "item",
  "language",
  "languages",
  "languages_open",
  "like",
  "manifest",
  "name",
  "next_policy",
  "notice_after",
  "notice_repeats",
  "other_sources",
  "pass_mark",
  "paused",
  "people",
  "platform",
  "policy",
  "project",
  "question_cap",
  "quota",
  "reason",
  "redundancy",
  "release",
  "role",
  "rows",
  "rule",
  "sample",
  "scheme_version",
  "sha256",
  "size",
  "study",
  "tries",
  "unchanged",
  "unsure",
  "way",
] as const;

/** Returns the name of a field. Those of one language end with its tag, such as `redundancy (en)`. */
export function fieldName(field: string): string {
  const [, base = field, language] = /^(.+) \((.+)\)$/.exec(field) ?? [];
  const known = FIELDS.find((each) => each === base);
  const name = known ? t(`audit.field.${known}`) : base.replaceAll("_", " ");
  return language ? t("audit.field.of", { field: name, language: languageName(language) }) : name;
}
