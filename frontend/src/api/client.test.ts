import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getCrossedLabels } from "./breakdowns";
import { onLoggedOut } from "./client";
import { reserveNext, getProject, getSession, logIn, saveAnnotation, skipItem } from "./endpoints";
import { getItems } from "./items";
import { ApiProblem, isAbort, NetworkFailure } from "./problem";

const server = vi.fn<(request: Request) => Promise<Response>>();
const loggedOut = vi.fn();

beforeEach(() => {
  server.mockReset();
  loggedOut.mockReset();
  onLoggedOut(loggedOut);
  vi.stubGlobal("fetch", server);
  document.cookie = "csrftoken=c5rf; path=/";
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function answer(status: number, body: unknown, type = "application/json"): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  server.mockResolvedValue(new Response(text, { status, headers: { "Content-Type": type } }));
}

/** What a call was refused with. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable("the call should have failed"),
    (error: unknown) => error,
  );
}

function request(): Request {
  const first = server.mock.calls[0]?.[0];
  expect(first).toBeInstanceOf(Request);
  return first ?? new Request("about:blank");
}

const content = {
  spans: [{ id: "a", start: 0, end: 4, label: "hallucination" }],
  labels: {},
  nothing_to_mark: false,
  unsure: false,
  comment: "",
  links: [],
  active_seconds: 3,
};
const save = { save_id: "5f0c", base_revision: 2, answer_sha256: "ab", submit: false, content };

describe("a call", () => {
  test("gives back what the server answered", async () => {
    answer(200, { user: null });
    expect(await getSession()).toEqual({ user: null });
    expect(new URL(request().url).pathname).toBe("/api/v1/session/");
  });

  test("repeats a parameter with several values", async () => {
    answer(200, {});
    await getCrossedLabels("demo", { field: ["task", "a, b"], label: "supported" });
    expect(new URL(request().url).search).toBe("?field=task&field=a%2C+b&label=supported");
  });

  test("that only reads carries no CSRF token, one that writes does", async () => {
    answer(200, { user: null });
    await getSession();
    expect(request().headers.get("X-CSRFToken")).toBeNull();
    server.mockClear();
    answer(200, { item: null });
    await reserveNext("harbour");
    expect(request().method).toBe("POST");
    expect(request().headers.get("X-CSRFToken")).toBe("c5rf");
  });

  test("sends its body as JSON to the place that its arguments name", async () => {
    answer(200, {});
    await saveAnnotation("harbour", 41, save);
    expect(new URL(request().url).pathname).toBe("/api/v1/projects/harbour/items/41/annotation/");
    expect(await request().json()).toEqual(save);
  });

  test("writes what it is asked with into the address", async () => {
    answer(200, { results: [], next: null });
    await getItems("small museums", { language: "ar", search: "a&b=ü" });
    const { pathname, searchParams } = new URL(request().url);
    expect(pathname).toBe("/api/v1/projects/small%20museums/items/");
    expect([...searchParams]).toEqual([
      ["language", "ar"],
      ["search", "a&b=ü"],
    ]);
  });

  test("may be answered with nothing", async () => {
    server.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(skipItem("harbour", 41, "too long")).resolves.toBeUndefined();
  });
});

describe("a refusal", () => {
  test("carries the whole problem document", async () => {
    const errors = [{ pointer: "/content/spans/0/end", code: "past-end", detail: "ends after the text" }];
    answer(
      422,
      { type: "x", title: "Invalid", status: 422, detail: "One span is wrong.", errors },
      "application/problem+json",
    );
    const error = await refusal(saveAnnotation("harbour", 41, save));
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      status: 422,
      described: true,
      message: "One span is wrong.",
      document: { errors },
    });
  });

  test("of a stale save carries the current state", async () => {
    const current = { revision: 3, status: "draft", content };
    answer(409, { title: "Stale", status: 409, current }, "application/problem+json");
    expect(await refusal(saveAnnotation("harbour", 41, save))).toMatchObject({
      status: 409,
      document: { current, errors: [] },
    });
  });

  test.each([
    ["HTML", "<h1>Bad gateway</h1>", "text/html"],
    ["broken JSON", "{", "application/json"],
    ["null", "null", "application/json"],
    ["nothing", "", ""],
  ])("in %s keeps its status and claims no words", async (_, body, type) => {
    answer(502, body, type);
    expect(await refusal(getProject("harbour"))).toMatchObject({ status: 502, described: false });
  });

  test.each([
    ["is not JSON, such as a proxy's login page", "<form>", "text/html"],
    ["only says that it is JSON", "{", "application/json"],
    ["is empty", "", "application/json"],
  ])("is also a success that %s", async (_, body, type) => {
    answer(200, body, type);
    expect(await refusal(getProject("harbour"))).toBeInstanceOf(ApiProblem);
  });
});

describe("a 401", () => {
  beforeEach(() => {
    answer(401, { title: "Not logged in", status: 401 }, "application/problem+json");
  });

  test("ends the session", async () => {
    expect(await refusal(getProject("harbour"))).toMatchObject({ status: 401 });
    expect(loggedOut).toHaveBeenCalledOnce();
  });

  test("with keepPage is only thrown", async () => {
    expect(await refusal(getProject("harbour", { keepPage: true }))).toMatchObject({ status: 401 });
    expect(loggedOut).not.toHaveBeenCalled();
  });

  test("at login says nothing about a session", async () => {
    expect(await refusal(logIn("lena", "wrong"))).toMatchObject({ status: 401 });
    expect(loggedOut).not.toHaveBeenCalled();
  });
});

describe("without an answer", () => {
  test("a call is a network failure that keeps its cause", async () => {
    const cause = new TypeError("Failed to fetch");
    server.mockRejectedValue(cause);
    const error = await refusal(getProject("harbour"));
    expect(error).toBeInstanceOf(NetworkFailure);
    expect(error).toMatchObject({ cause });
  });

  test("to its end, a call is a network failure too", async () => {
    const broken = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"user":'));
        stream.error(new TypeError("cut"));
      },
    });
    server.mockResolvedValue(new Response(broken, { headers: { "Content-Type": "application/json" } }));
    expect(await refusal(getSession())).toBeInstanceOf(NetworkFailure);
  });

  test("because the caller gave up, it is the caller's abort", async () => {
    server.mockRejectedValue(new DOMException("given up", "AbortError"));
    expect(isAbort(await refusal(getProject("harbour")))).toBe(true);
  });

  test("because the caller gave up while the answer was read, it is that too", async () => {
    const left = new ReadableStream({
      start: (stream) => {
        stream.error(new DOMException("given up", "AbortError"));
      },
    });
    server.mockResolvedValue(new Response(left, { headers: { "Content-Type": "application/json" } }));
    expect(isAbort(await refusal(getProject("harbour")))).toBe(true);
  });
});
