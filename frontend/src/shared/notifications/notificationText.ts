/* The words of a notification. */

import type { NotificationEntry } from "../../api/types";
import { t } from "../../i18n/notifications";
import { languageName } from "../format/format";

const jobs = {
  import: "job.import",
  import_source: "job.import_source",
  release: "job.release",
  computed_statistics: "job.computed_statistics",
  change_policy: "job.change_policy",
  fetch_references: "job.fetch_references",
} as const;

const isNamed = (job: string): job is keyof typeof jobs => job in jobs;

/** Returns what has happened, in one line. */
export function notificationText({ kind, count: n, item, language, job }: NotificationEntry): string {
  const name = t(isNamed(job) ? jobs[job] : "job.other");
  switch (kind) {
    case "question":
      return t("kind.question", { n });
    case "answer":
      return t("kind.answer", { n, item });
    case "reopened":
      return item ? t("kind.reopened", { item }) : t("kind.reopened.several", { n });
    case "member_added":
      return t("kind.member_added");
    case "job_done":
      return t("kind.job_done", { n, job: name });
    case "job_failed":
      return t("kind.job_failed", { n, job: name });
    case "language_complete":
      return language
        ? t("kind.language_complete", { language: languageName(language) })
        : t("kind.language_complete.several", { n });
  }
}
