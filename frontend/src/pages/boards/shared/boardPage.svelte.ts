/* What pages about a board have in common: the task, and the phase and track of the address. */

import type { BoardPlace } from "../../../api/boards";
import { openTask } from "../../../shared/openTask.svelte";
import { placeOf } from "./boardPlace";

/** Returns the task and the place that `phase/track` names in it. Call it when the page is made. */
export function boardPage(slug: string, code: string) {
  const task = openTask(slug);
  const [phase = "", track = ""] = code.split("/");
  const place: BoardPlace = { task: slug, phase, track };
  const named = $derived(task.details && placeOf(task.details, code));
  return {
    task,
    place,
    get phaseName() {
      return named?.phase.name ?? phase;
    },
    get trackName() {
      return named?.track.name ?? track;
    },
    /** The board is shown to the reader, and not only their own scores. */
    get open() {
      return named?.phase.board_visible ?? true;
    },
    /** The task has no such phase or track. */
    get gone() {
      return task.details !== null && !named;
    },
  };
}
