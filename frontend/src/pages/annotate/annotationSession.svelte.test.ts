import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  chooseLanguage,
  reserveNext,
  getProject,
  getWork,
  saveAnnotation,
  skipItem,
} from "../../api/endpoints";
import { ApiProblem, NetworkFailure } from "../../api/problem";
import type { MyProgress, Project, Save, WorkItem } from "../../api/types";
import { noteAcknowledged } from "../../saving/acknowledged";
import { AnnotationSession } from "./annotationSession.svelte";

vi.mock("../../api/endpoints", () => ({
  chooseLanguage: vi.fn(),
  reserveNext: vi.fn(),
  getProject: vi.fn(),
  getWork: vi.fn(),
  saveAnnotation: vi.fn(),
  skipItem: vi.fn(),
}));

const mine: MyProgress = { todo: 1, submitted: 4, done: 4, drafts: 0, skipped: 0, items: 9, today: 0 };
const content = {
  spans: [],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
};
const project: Project = {
  slug: "harbours",
  name: "Harbours",
  description: "",
  role: "annotator",
  record_format: "mushroom",
  only_reference: false,
  policy: "merged",
  anonymous: false,
  names_shown: [],
  questionnaire: "closed",
  adjudication: false,
  other_sources: false,
  archived: false,
  languages: [],
  my_languages: ["en"],
  working_language: "",
  ahead: 1,
  scheme: {
    version: 1,
    uses_spans: true,
    unit: "characters",
    evidence: "off",
    span_labels: [],
    item_labels: [],
    consistency_rules: [],
  },
  redundancy: 3,
  quota: 0,
  notice_after: 0,
  notice_repeats: false,
  next_policy: "",
  sample: 1,
  question_cap: 0,
  assignment_field: "",
  assignment: "pool",
  mine,
};

/** Items come in the order of their numbers. */
const work = (id: number, status: "new" | "submitted" = "new"): WorkItem => ({
  id,
  external_id: `${id}`,
  language: "en",
  spelling: "EN",
  direction: "ltr",
  question: "Who?",
  answer: "Nobody.",
  claims: null,
  segmenter: "",
  answer_sha256: "sha",
  reference: null,
  reference_url: "",
  images: [],
  scheme_version: 1,
  previous: id > 1 ? id - 1 : null,
  next: null,
  assigned: status === "new" ? "reserved" : "submitted",
  reopened: null,
  unread: 0,
  annotation: {
    revision: status === "new" ? 0 : 1,
    submitted_revision: status === "new" ? null : 1,
    status,
    surplus: false,
    saved_at: null,
    content: { ...content, nothing_to_mark: status === "submitted" },
  },
});

const stored = async (_slug: string, _item: number, save: Save) =>
  Promise.resolve({
    annotation: {
      revision: save.base_revision + 1,
      submitted_revision: save.submit ? save.base_revision + 1 : null,
      status: save.submit ? ("submitted" as const) : ("draft" as const),
      surplus: false,
      saved_at: "2025-03-14T12:03:00Z",
      content: save.content,
    },
  });

let annotationSession: AnnotationSession;
let stop: () => void;
/** The item of the address; undefined before it was ever changed. */
let address: number | null | undefined;
let claimed: number;

beforeEach(() => {
  sessionStorage.clear();
  address = undefined;
  claimed = 0;
  vi.mocked(getProject).mockResolvedValue(project);
  vi.mocked(getWork).mockImplementation(async (_slug, id) => Promise.resolve(work(id)));
  vi.mocked(saveAnnotation).mockImplementation(stored);
  vi.mocked(skipItem).mockResolvedValue();
  vi.mocked(reserveNext).mockImplementation(async () => {
    claimed += 1;
    return Promise.resolve({ item: work(claimed), reason: "", languages: [], mine });
  });
  stop = $effect.root(() => {
    annotationSession = new AnnotationSession({
      slug: "harbours",
      person: "ada",
      go: (item) => {
        address = item;
        annotationSession.open(item);
      },
      painted: () => true,
    });
  });
  flushSync();
});
afterEach(() => {
  annotationSession.dispose();
  stop();
  vi.clearAllMocks();
});

const inHand = () => annotationSession.task?.item.id;
const until = (what: () => unknown) => vi.waitFor(() => expect(what()).toBeTruthy(), { timeout: 5_000 });

async function begin() {
  annotationSession.open(null);
  await until(() => inHand() === 1 && annotationSession.next === 2);
}

function submit() {
  annotationSession.task?.setNothingToMark(true);
  return annotationSession.submit();
}

test("the text of the delivered item is removed as soon as the server is asked instead", async () => {
  document.body.innerHTML = '<div id="first-item"></div>';
  vi.mocked(reserveNext).mockReturnValue(new Promise(() => undefined));
  annotationSession.open(null);
  await until(() => vi.mocked(reserveNext).mock.calls.length === 1);
  expect(document.getElementById("first-item")).toBeNull();
});

describe("the next item", () => {
  test("is fetched in advance, at most one, and shown without another request", async () => {
    await begin();
    expect(address).toBe(1);
    expect(vi.mocked(reserveNext).mock.calls).toEqual([["harbours"], ["harbours", [1], { keepPage: true }]]);
    expect(submit()).toBe(true);
    await until(() => inHand() === 2 && annotationSession.next === 3);
    expect(address).toBe(2);
    expect(getWork).not.toHaveBeenCalled();
    expect(vi.mocked(reserveNext).mock.calls.slice(2)).toEqual([["harbours", [2], { keepPage: true }]]);
  });

  test("is not shown while something is missing or the server refuses", async () => {
    await begin();
    expect(annotationSession.submit()).toBe(false);
    const document = { type: "", title: "Invalid", status: 422, detail: "No.", errors: [] };
    vi.mocked(saveAnnotation).mockRejectedValueOnce(new ApiProblem(document));
    vi.mocked(saveAnnotation).mockImplementationOnce(stored);
    vi.mocked(saveAnnotation).mockRejectedValueOnce(new ApiProblem(document));
    submit();
    await until(() => annotationSession.task?.saveState.kind === "refused");
    expect(inHand()).toBe(1);
    annotationSession.submit();
    await until(() => inHand() === 2);
  });

  test("is requested when needed if it was not fetched in advance", async () => {
    vi.mocked(reserveNext).mockResolvedValueOnce({ item: work(1), reason: "", languages: [], mine });
    vi.mocked(reserveNext).mockRejectedValueOnce(new NetworkFailure("no answer"));
    annotationSession.open(null);
    await until(() => inHand() === 1 && vi.mocked(reserveNext).mock.calls.length === 2);
    claimed = 1;
    submit();
    await until(() => inHand() === 2);
  });

  test("is read again in the background if a later revision was acknowledged", async () => {
    noteAcknowledged({ person: "ada", slug: "harbours", item: 2 }, 1);
    await begin();
    expect(vi.mocked(getWork).mock.calls).toEqual([["harbours", 2, { keepPage: true }]]);
  });

  test("is not reserved by opening a submitted item", async () => {
    vi.mocked(getWork).mockResolvedValueOnce(work(7, "submitted"));
    annotationSession.open(7);
    await until(() => inHand() === 7);
    expect(reserveNext).not.toHaveBeenCalled();
  });
});

describe("a repeated click", () => {
  test("submits neither the item again nor the next draft", async () => {
    await begin();
    annotationSession.open(2);
    await until(() => inHand() === 2);
    annotationSession.open(1);
    await until(() => inHand() === 1);
    const first = annotationSession.task;
    // All of it is one gesture, however long this machine takes.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    submit();
    await until(() => first?.annotation.submitted_revision);
    expect(annotationSession.submit()).toBe(true);
    await until(() => inHand() === 2);
    expect(annotationSession.submit()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    const submits = vi.mocked(saveAnnotation).mock.calls.filter(([, , save]) => save.submit);
    expect(submits.map(([, item]) => item)).toEqual([1]);
    clock.mockRestore();

    expect(submit()).toBe(true);
    await until(() => inHand() === 3);
  });

  test("on Skip during a submit does not affect the next item", async () => {
    await begin();
    const document = { type: "", title: "Conflict", status: 409, detail: "Submitted.", errors: [] };
    let refuse: () => void = () => undefined;
    vi.mocked(skipItem).mockReturnValueOnce(
      new Promise((_resolve, reject) => (refuse = () => reject(new ApiProblem(document)))),
    );
    submit();
    const skipped = annotationSession.skip("oops");
    await until(() => inHand() === 2);
    refuse();
    await skipped;
    expect(annotationSession.failure).toBeNull();
  });
});

describe("without a network", () => {
  test("a submit is queued, and work continues with the preloaded item", async () => {
    await begin();
    vi.mocked(saveAnnotation).mockRejectedValue(new NetworkFailure("no answer"));
    vi.mocked(reserveNext).mockRejectedValue(new NetworkFailure("no answer"));
    submit();
    await until(() => inHand() === 2);
    expect(annotationSession.unfinished.map(({ item }) => item.id)).toEqual([1]);
    expect(annotationSession.mine?.submitted).toBe(4);

    vi.mocked(saveAnnotation).mockImplementation(stored);
    annotationSession.resume();
    await until(() => annotationSession.unfinished.length === 0);
    const sent = vi.mocked(saveAnnotation).mock.calls.filter(([, item]) => item === 1);
    expect(new Set(sent.map(([, , save]) => save.save_id)).size).toBe(1);
    expect(annotationSession.mine?.submitted).toBe(5);
    expect(inHand()).toBe(2);
  });

  test("all preloaded items are submitted, and are sent in order when it is back", async () => {
    vi.mocked(getProject).mockResolvedValue({ ...project, ahead: 5 });
    await begin();
    await until(() => claimed === 6);
    expect(
      vi
        .mocked(reserveNext)
        .mock.calls.slice(1)
        .map(([, loaded]) => loaded),
    ).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]);
    vi.mocked(saveAnnotation).mockRejectedValue(new NetworkFailure("no answer"));
    vi.mocked(reserveNext).mockRejectedValue(new NetworkFailure("no answer"));
    for (let item = 1; item < 6; item += 1) {
      submit();
      await until(() => inHand() === item + 1);
      // A later submit of the same gesture would be the same click.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    submit();
    await until(() => annotationSession.task?.saveState.kind === "retrying");

    const before = vi.mocked(saveAnnotation).mock.calls.length;
    vi.mocked(saveAnnotation).mockImplementation(stored);
    vi.mocked(reserveNext).mockResolvedValue({ item: null, reason: "done", languages: [], mine });
    annotationSession.resume();
    await until(() => annotationSession.nothing === "done");
    const sent = vi.mocked(saveAnnotation).mock.calls.slice(before);
    expect(sent.map(([, item, { submit: submits }]) => [item, submits])).toEqual(
      [1, 2, 3, 4, 5, 6].map((item) => [item, true]),
    );
  });

  test("the last item stays until it is submitted", async () => {
    vi.mocked(reserveNext).mockResolvedValueOnce({ item: work(1), reason: "", languages: [], mine });
    vi.mocked(reserveNext).mockRejectedValue(new NetworkFailure("no answer"));
    annotationSession.open(null);
    await until(() => inHand() === 1);
    vi.mocked(saveAnnotation).mockRejectedValueOnce(new NetworkFailure("no answer"));
    submit();
    await until(() => annotationSession.task?.saveState.kind === "retrying");
    expect(inHand()).toBe(1);
    vi.mocked(reserveNext).mockResolvedValue({ item: null, reason: "done", languages: [], mine });
    annotationSession.resume();
    await until(() => annotationSession.nothing === "done");
  });

  test("the previous item cannot be fetched: the open item and its address stay", async () => {
    await begin();
    vi.mocked(getWork).mockRejectedValueOnce(new NetworkFailure("no answer"));
    annotationSession.open(9);
    await until(() => annotationSession.failure);
    expect([inHand(), address]).toEqual([1, 1]);
    annotationSession.failure?.retry();
    await until(() => inHand() === 9);
    expect(address).toBe(9);
  });
});

describe("a person of several languages", () => {
  test("chooses one before the first item", async () => {
    const languages = [{ language: "en", spelling: "EN", todo: 3 }];
    vi.mocked(reserveNext).mockResolvedValueOnce({ item: null, reason: "language", languages, mine });
    annotationSession.open(null);
    await until(() => annotationSession.nothing === "language");
    expect(annotationSession.choices).toEqual(languages);
    await annotationSession.choose("en");
    expect(chooseLanguage).toHaveBeenCalledWith("harbours", "en");
    await until(() => inHand() === 1);
  });

  test("gets no more of the items that were loaded ahead after another choice", async () => {
    await begin();
    claimed = 6;
    await annotationSession.choose("fr");
    await until(() => (inHand() ?? 0) > 6);
    await until(() => (annotationSession.next ?? 0) > 6);
  });
});

describe("opening another item", () => {
  test("returns to the unfinished item", async () => {
    await begin();
    vi.mocked(getWork).mockResolvedValueOnce(work(7, "submitted"));
    annotationSession.open(7);
    await until(() => inHand() === 7);
    annotationSession.submit();
    await until(() => inHand() === 1);
    submit();
    await until(() => inHand() === 2);
  });

  test("sends changes of the previous item, then discards its state", async () => {
    await begin();
    const first = annotationSession.task;
    first?.setUnsure(true);
    annotationSession.open(2);
    await until(() => inHand() === 2);
    await until(() => first?.annotation.revision === 1 && !annotationSession.tasks.includes(first));
  });

  test("returns to the same state while it is unsent", async () => {
    await begin();
    const first = annotationSession.task;
    vi.mocked(saveAnnotation).mockRejectedValue(new NetworkFailure("no answer"));
    first?.setUnsure(true);
    annotationSession.open(2);
    await until(() => inHand() === 2);
    annotationSession.open(1);
    await until(() => inHand() === 1);
    expect(annotationSession.task).toBe(first);
    expect(getWork).not.toHaveBeenCalled();
  });
});

describe("an item", () => {
  test("of another annotator is reported as gone", async () => {
    const document = { type: "", title: "Not found", status: 404, detail: "", errors: [] };
    vi.mocked(getWork).mockRejectedValueOnce(new ApiProblem(document));
    annotationSession.open(3);
    await until(() => annotationSession.nothing === "gone");
  });

  test("that is skipped is followed by the next", async () => {
    await begin();
    await annotationSession.skip("Not my language");
    expect(skipItem).toHaveBeenCalledWith("harbours", 1, "Not my language");
    await until(() => inHand() === 2);
    expect(annotationSession.unfinished).toEqual([]);
  });

  test("has its current scheme after a change", async () => {
    await begin();
    vi.mocked(getProject).mockResolvedValueOnce({ ...project, scheme: { ...project.scheme, version: 2 } });
    vi.mocked(getWork).mockResolvedValueOnce({ ...work(5), scheme_version: 2 });
    annotationSession.open(5);
    await until(() => inHand() === 5);
    expect(annotationSession.task?.scheme.version).toBe(2);
  });
});
