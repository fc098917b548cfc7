import type { Guidelines } from "../../api/types";
import type { News } from "./ask/news.svelte";
import type { Task } from "./task.svelte";

/** What every panel beside the annotation form is given. */
export interface PanelProps {
  slug: string;
  task: Task;
  guidelines: Guidelines | null;
  news: News;
  isLead: boolean;
  onclose: () => void;
}
