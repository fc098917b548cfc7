/*
 * Whatever a network, a server and a person who closes tabs can do, in any order: once everything is well again, the server
 * holds what is on the screen, and has stored each thing that was sent once.
 */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createSaver,
  type Draft,
  type Revision,
  type SaveBody,
  type Saver,
  type SaveState,
  type SendResult,
} from "./saveProtocol";

const RUNS = 5_000;
const SEED = 20_250_314;

interface Stored extends Revision {
  content: string;
  save_id: string;
  submit: boolean;
}

/** The rules of a save, as the real server has them. */
class Server {
  readonly stored: Stored[] = [];

  get head(): Stored {
    return this.stored.at(-1) ?? nothingYet;
  }

  take({ save_id, base_revision, submit, content }: SaveBody<string>): SendResult<Stored> {
    if (base_revision === this.head.revision) {
      const revision = base_revision + 1;
      const submitted_revision = submit ? revision : this.head.submitted_revision;
      this.stored.push({
        revision,
        submitted_revision,
        saved_at: `at ${revision}`,
        content,
        save_id,
        submit,
      });
      return { kind: "saved", annotation: this.head };
    }
    const before = this.stored.find((revision) => revision.save_id === save_id);
    if (before && (before.content !== content || before.submit !== submit)) throw new Error("save_id reused");
    return before ? { kind: "saved", annotation: before } : { kind: "stale", current: this.head };
  }
}

const nothingYet: Stored = {
  revision: 0,
  submitted_revision: null,
  saved_at: null,
  content: "",
  save_id: "",
  submit: false,
};

const lost: SendResult<Stored> = { kind: "unreachable", because: "network" };

const refused: SendResult<Stored> = {
  kind: "refused",
  refusal: { code: "language_closed", detail: "", errors: [] },
};

/** What becomes of a request. `late`: given up by the page, and arriving much later. `slow`: nobody knows yet. */
type Fate =
  | "well"
  | "request lost"
  | "answer lost"
  | "broken"
  | "late"
  | "slow"
  | "signed out"
  | "nothing may be submitted";

class World {
  readonly server = new Server();
  fate: Fate = "well";
  page: Page;
  /** IndexedDB: outlives pages. */
  kept: Draft<string> | null = null;
  /** What was on the screen when Submit was pressed, in order. */
  submitted: string[] = [];
  adopted = 0;
  refused = false;
  #late: SaveBody<string>[] = [];
  #slow: (() => void)[] = [];
  #names = 0;

  constructor() {
    this.page = new Page(this);
  }

  name(kind: string) {
    return `${kind}${(this.#names += 1)}`;
  }

  send(body: SaveBody<string>): Promise<SendResult<Stored>> {
    switch (this.fate) {
      case "well":
        return Promise.resolve(this.server.take(body));
      case "request lost":
        return Promise.resolve(lost);
      case "answer lost":
        this.server.take(body);
        return Promise.resolve(lost);
      case "broken":
        return Promise.resolve({ kind: "unreachable", because: "server", wait: 5_000 });
      case "late":
        this.#late.push(body);
        return Promise.resolve(lost);
      case "slow":
        return new Promise((resolve) => this.#slow.push(() => resolve(this.server.take(body))));
      case "nothing may be submitted": {
        const refuses = body.submit && body.base_revision === this.server.head.revision;
        this.refused ||= refuses;
        return Promise.resolve(refuses ? refused : this.server.take(body));
      }
      case "signed out":
        return Promise.resolve({ kind: "signed-out" });
    }
  }

  /** Requests on their way arrive, those that were given up among them. */
  arrive() {
    for (const body of this.#late.splice(0)) this.server.take(body);
    for (const answer of this.#slow.splice(0)) answer();
  }

  /** Another device of the same person saves something. */
  saveElsewhere() {
    const { revision } = this.server.head;
    const content = this.name("elsewhere ");
    this.server.take({
      save_id: content,
      base_revision: revision,
      answer_sha256: "",
      submit: false,
      content,
    });
  }

  /** The tab dies without a word, and is opened again. */
  reload() {
    this.page.die();
    this.page = new Page(this);
  }
}

class Page {
  screen: string;
  state: SaveState<Stored> = { kind: "saved", at: null };
  readonly saver: Saver<string, Stored>;
  #alive = true;

  constructor(private readonly world: World) {
    const kept = world.kept;
    const initial = world.server.head;
    this.screen = kept ? (kept.content ?? kept.steps.at(-1)?.content ?? "") : initial.content;
    this.saver = createSaver<string, Stored>({
      initial,
      keeper: {
        keep: (next) => this.#alive && (world.kept = next),
        clear: () => this.#alive && (world.kept = null),
      },
      kept,
      answer_sha256: "",
      content: () => this.screen,
      same: (content, annotation) => content === annotation.content,
      send: (body) => world.send(body),
      newId: () => world.name("save "),
      onState: (state) => (this.state = state),
      onSaved: () => undefined,
      onAdopt: ({ content }) => (this.screen = content),
    });
    this.saver.start();
  }

  edit() {
    this.screen = this.world.name("edit ");
    this.saver.changed();
  }

  submit() {
    const again = this.saver.isUnsent() && this.world.submitted.at(-1) === this.screen;
    if (!again) this.world.submitted.push(this.screen);
    void this.saver.submit();
  }

  choose(mine: boolean) {
    if (this.state.kind !== "conflict") return;
    if (mine) this.saver.keepMine();
    else this.saver.adoptTheirs();
    if (!mine) this.world.adopted += 1;
  }

  die() {
    this.#alive = false;
    this.saver.dispose();
  }
}

type Act = (world: World) => void | Promise<void>;

const fates: Fate[] = [
  "well",
  "request lost",
  "answer lost",
  "broken",
  "late",
  "slow",
  "signed out",
  "nothing may be submitted",
];
const act = (name: string, does: Act) => Object.assign(does, { toString: () => name });

const acts = fc.oneof(
  { weight: 8, arbitrary: fc.constant(act("edit", ({ page }) => page.edit())) },
  { weight: 3, arbitrary: fc.constant(act("submit", ({ page }) => page.submit())) },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(0, 500, 2_000, 2_500, 11_000, 40_000)
      .map((ms) => act(`${ms} ms pass`, async () => void (await vi.advanceTimersByTimeAsync(ms)))),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...fates).map((fate) => act(fate, (world) => void (world.fate = fate))),
  },
  { weight: 2, arbitrary: fc.constant(act("requests arrive", (world) => world.arrive())) },
  { weight: 3, arbitrary: fc.constant(act("reload", (world) => world.reload())) },
  { weight: 1, arbitrary: fc.constant(act("saved elsewhere", (world) => world.saveElsewhere())) },
  {
    weight: 1,
    arbitrary: fc.nat(3).map((ago) =>
      act(`told of the version ${ago} before the last`, ({ page, server }) => {
        const version = server.stored.at(-1 - ago);
        if (version) page.saver.follow(version);
      }),
    ),
  },
  { weight: 2, arbitrary: fc.constant(act("resume", ({ page }) => page.saver.resume())) },
  { weight: 1, arbitrary: fc.constant(act("flush", ({ page }) => void page.saver.flush())) },
  { weight: 2, arbitrary: fc.boolean().map((mine) => act(`keep mine: ${mine}`, (w) => w.page.choose(mine))) },
);

async function live(story: Act[], choices: boolean[]): Promise<World> {
  const world = new World();
  for (const act of story) {
    await act(world);
    await vi.advanceTimersByTimeAsync(0);
  }
  world.fate = "well";
  world.arrive();
  for (let turn = 0; turn < 50 && world.page.saver.isUnsent(); turn += 1) {
    world.page.choose(choices[turn % choices.length] ?? true);
    world.page.saver.resume();
    await vi.advanceTimersByTimeAsync(40_000);
  }
  // A page that becomes visible again shows what was saved elsewhere.
  world.page.saver.follow(world.server.head);
  return world;
}

const times = (world: World, content: string, submit: boolean) =>
  world.server.stored.filter((each) => each.content === content && each.submit === submit).length;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("after all faults have ended", () => {
  it("the server has the content of the screen, once", { timeout: 120_000 }, async () => {
    const story = fc.array(acts, { minLength: 1, maxLength: 40 });
    const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(story, choices, async (story, choices) => {
        const world = await live(story, choices);
        expect(world.page.saver.isUnsent()).toBe(false);
        expect(world.kept).toBeNull();
        expect(world.server.head.content).toBe(world.page.screen);
        // A version that a person took back after a conflict is stored on top of their own, so once more.
        for (const { content } of world.server.stored) {
          expect(times(world, content, false)).toBeLessThanOrEqual(1 + world.adopted);
          const asked = world.submitted.filter((each) => each === content).length;
          expect(times(world, content, true)).toBeLessThanOrEqual(asked + world.adopted);
        }
        // Whoever edits on after a refusal, or takes the other version, has taken their submit back.
        if (world.adopted > 0 || world.refused) return;
        const submits = world.server.stored.filter(({ submit }) => submit).map(({ content }) => content);
        expect(submits).toEqual(world.submitted);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
