/* A board while it is shown: read again while its statistics are computed or submissions are scored, and when the query changes. */

import { type BoardPlace, type BoardQuery, getBoard } from "../../../api/boards";
import type { Board } from "../../../api/boardTypes";
import { ApiProblem } from "../../../api/problem";
import { pollWhileVisible } from "../../../shared/visiblePolling";

const LOOKING_SECONDS = 3;

export class BoardState {
  board = $state.raw<Board | null>(null);
  failure = $state.raw<unknown>(null);
  loading = $state(false);
  #request = 0;

  constructor(readonly place: BoardPlace) {}

  /** The server says that the reader may not see the board yet. */
  get closed(): boolean {
    return this.failure instanceof ApiProblem && this.failure.code === "board_closed";
  }

  get gone(): boolean {
    return this.failure instanceof ApiProblem && this.failure.status === 404;
  }

  async read(query: BoardQuery): Promise<void> {
    const request = ++this.#request;
    this.loading = true;
    try {
      const board = await getBoard(this.place, query);
      if (request !== this.#request) return;
      this.board = board;
      this.failure = null;
    } catch (error) {
      if (request !== this.#request) return;
      this.failure = error;
    }
    this.loading = false;
  }

  /** Reads now, and again while something is being computed. Returns a function that stops it. */
  follow(query: BoardQuery): () => void {
    const stop = pollWhileVisible(() => {
      if (this.board && !this.unfinished) return;
      void this.read(query);
    }, LOOKING_SECONDS);
    // The first call of the poll reads nothing where a board of another query is shown.
    if (this.board && !this.unfinished) void this.read(query);
    return stop;
  }

  get unfinished(): boolean {
    const { board } = this;
    return board !== null && (board.statistics.state === "computing" || board.waiting > 0);
  }
}
