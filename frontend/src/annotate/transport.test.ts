import { beforeEach, describe, expect, it, vi } from "vitest";
import { saveAnnotation } from "../api/endpoints";
import { ApiProblem, NetworkFailure } from "../api/problem";
import type { AnnotationState } from "../api/types";
import { sender } from "./transport";

vi.mock("../api/endpoints", () => ({ saveAnnotation: vi.fn() }));

const content = {
  spans: [],
  labels: {},
  nothing_to_mark: true,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 0,
};
const annotation: AnnotationState = {
  revision: 3,
  submitted_revision: null,
  status: "draft",
  surplus: false,
  saved_at: null,
  content,
};
const body = { save_id: "id", base_revision: 2, answer_sha256: "sha", submit: false, content };
type Document = ConstructorParameters<typeof ApiProblem>[0];
const problem = (status: number, more: Partial<Document> = {}) =>
  new ApiProblem({ type: "about:blank", title: "No", status, detail: "Why", errors: [], ...more });

const send = sender("harbours", 7);

beforeEach(() => vi.resetAllMocks());

describe("a save", () => {
  it("that is taken tells the new state", async () => {
    vi.mocked(saveAnnotation).mockResolvedValue({ annotation });
    expect(await send(body)).toEqual({ kind: "saved", annotation });
  });

  it.each([
    ["no answer", new NetworkFailure(), { kind: "unreachable", because: "network" }],
    ["an error of the server", problem(503), { kind: "unreachable", because: "server" }],
    ["too many requests", problem(429), { kind: "unreachable", because: "server" }],
    ["the page of a proxy", problem(403, { title: "" }), { kind: "unreachable", because: "server" }],
    ["an ended session", problem(401), { kind: "signed-out" }],
    ["a stale revision", problem(409, { current: annotation }), { kind: "stale", current: annotation }],
    ["a refusal", problem(422), { kind: "refused", refusal: { detail: "Why", errors: [] } }],
    ["an item that is gone", problem(404), { kind: "refused", refusal: { detail: "Why", errors: [] } }],
  ])("with %s says so to the saver", async (_, error, result) => {
    vi.mocked(saveAnnotation).mockRejectedValue(error);
    expect(await send(body)).toEqual(result);
  });
});
