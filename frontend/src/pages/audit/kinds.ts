/* The kinds of events that a project's log can hold, in the order of the filter. The type check compares them with the
   API's. */

import type { AuditKind } from "../../api/types";

const listed = {
  person_erased: true,
  member_added: true,
  member_changed: true,
  invitation_created: true,
  invitation_revoked: true,
  crowd_study_created: true,
  crowd_study_revoked: true,
  settings_changed: true,
  image_uploaded: true,
  image_deleted: true,
  anonymity_changed: true,
  exclusion_created: true,
  exclusion_undone: true,
  annotation_included: true,
  surplus_decided: true,
  annotations_reopened: true,
  reopening_undone: true,
  decision_made: true,
  decision_withdrawn: true,
  import_started: true,
  import_finished: true,
  import_undone: true,
  duplicates_removed: true,
  duplicates_restored: true,
  source_archived: true,
  source_restored: true,
  items_assigned: true,
  items_unassigned: true,
  quote_settled: true,
  quote_reopened: true,
  sample_drawn: true,
  items_changed: true,
  items_change_undone: true,
  data_exported: true,
  release_requested: true,
  release_built: true,
  release_opened: true,
  release_published: true,
  release_unpublished: true,
  release_link_created: true,
  release_link_revoked: true,
  release_withdrawn: true,
  release_downloaded: true,
  project_created: true,
  project_archived: true,
  project_reopened: true,
  project_exported: true,
  project_imported: true,
} as const satisfies Record<AuditKind, true>;

const isKind = (name: string): name is AuditKind => name in listed;

export const kinds = Object.keys(listed).filter(isKind);
