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
const problem = (status: number, more: Partial<Document> = {}, retryAfter = 0) =>
  new ApiProblem(
    { type: "urn:morel:problem:code", title: "No", status, detail: "Why", errors: [], ...more },
    retryAfter,
  );
const refusal = { code: "code", detail: "Why", errors: [] };
const unreachable = { kind: "unreachable", because: "server", wait: 0 };

const send = sender({ person: "ada", slug: "harbours", item: 7 });

beforeEach(() => vi.resetAllMocks());

describe("a save", () => {
  it("that succeeds returns the new state", async () => {
    vi.mocked(saveAnnotation).mockResolvedValue({ annotation });
    expect(await send(body)).toEqual({ kind: "saved", annotation });
  });

  it.each([
    ["no answer", new NetworkFailure(), { kind: "unreachable", because: "network" }],
    ["an answer that broke off", new SyntaxError(), { kind: "unreachable", because: "server" }],
    ["an error of the server", problem(503), unreachable],
    ["a body that arrived too slowly", problem(408), unreachable],
    ["too many requests", problem(429, {}, 7), { ...unreachable, wait: 7_000 }],
    [
      "a server that wants to be left alone for a day",
      problem(503, {}, 86_400),
      { ...unreachable, wait: 120_000 },
    ],
    [
      "a full disk of the server",
      problem(507, { type: "urn:morel:problem:disk_full" }, 30),
      { kind: "unreachable", because: "disk", wait: 30_000 },
    ],
    ["the page of a proxy", problem(403, { title: "" }), unreachable],
    ["the page of a hotel's network", problem(200, { title: "" }), unreachable],
    ["the token of another login", problem(403, { type: "urn:morel:problem:csrf" }), unreachable],
    ["a server that is busy", problem(409), unreachable],
    ["an ended session", problem(401), { kind: "signed-out" }],
    ["a stale revision", problem(409, { current: annotation }), { kind: "stale", current: annotation }],
    ["a refusal", problem(422), { kind: "refused", refusal }],
    ["an item that is gone", problem(404), { kind: "refused", refusal }],
  ])("with %s says so to the saver", async (_, error, result) => {
    vi.mocked(saveAnnotation).mockRejectedValue(error);
    expect(await send(body)).toEqual(result);
  });

  it("is sent for its own user, even if another is logged in", async () => {
    vi.mocked(saveAnnotation).mockResolvedValue({ annotation });
    await send(body);
    expect(saveAnnotation).toHaveBeenCalledWith("harbours", 7, body, {
      keepPage: true,
      speaker: "ada",
      keepalive: false,
    });
  });

  it("is not acknowledged by the response to another request", async () => {
    vi.mocked(saveAnnotation).mockResolvedValue({ annotation: { ...annotation, revision: 2 } });
    expect(await send(body)).toEqual({ kind: "unreachable", because: "server" });
  });
});
