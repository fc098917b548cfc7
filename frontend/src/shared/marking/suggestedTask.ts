/* A task that may show suggestions of a source. */
import type { AnnotationState } from "../../api/types";
import type { Editing } from "./editing.svelte";

export type Task = Editing & {
  readonly suggestions: AnnotationState["suggestions"] | null;
  /** The suggestions have appeared after the first answer, on this page. */
  revealed: boolean;
};
