import type { Guidelines, Project } from "../../api/types";
import type { News } from "./ask/news.svelte";
import type { Task } from "./task.svelte";

/** What every panel beside the annotation form is given. */
export interface PanelProps {
  slug: string;
  task: Task;
  guidelines: Guidelines | null;
  news: News;
  isLead: boolean;
  project: Project | null;
  /** Changes the language of the next items; "*" is all languages. */
  onlanguage: (language: string) => void;
  onclose: () => void;
}
