import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const next = { item: null, reason: "done", mine: { submitted: 3 } };
const asked = vi.fn<(request: Request) => Promise<Response>>();

/** A page that has just been loaded with these responses. */
async function loaded(block: string | null) {
  vi.resetModules();
  document.body.innerHTML =
    block === null ? "" : `<script type="application/json" id="first-responses"></script>`;
  const script = document.getElementById("first-responses");
  if (script && block !== null) script.textContent = block;
  return { ...(await import("./delivered")), ...(await import("./endpoints")) };
}

const responses = JSON.stringify({
  "GET /api/v1/session/": { user: null },
  'POST /api/v1/projects/tide/next/ {"ask_language":true}': next,
});

beforeEach(() => {
  vi.stubGlobal("fetch", asked);
  asked.mockImplementation(() =>
    Promise.resolve(new Response('"asked"', { headers: { "Content-Type": "application/json" } })),
  );
  document.cookie = "csrftoken=c5rf; path=/";
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  asked.mockReset();
  document.body.replaceChildren();
});

describe("a response in the page", () => {
  test("answers the first call, and the server the second", async () => {
    const page = await loaded(responses);
    expect(page.deliveredSession()).toEqual({ user: null });
    expect(await page.getSession()).toEqual({ user: null });
    expect(await page.reserveNext("tide")).toEqual(next);
    expect(asked).not.toHaveBeenCalled();
    expect(page.hasDelivered()).toBe(false);
    expect(await page.reserveNext("tide")).toBe("asked");
  });

  test("answers no other call: beside an item, in another project, of an earlier user", async () => {
    const page = await loaded(responses);
    expect(await page.reserveNext("tide", [4])).toBe("asked");
    expect(await page.reserveNext("reef")).toBe("asked");
    expect(await page.reserveNext("tide", undefined, { keepPage: true, speaker: "ada" })).toBe("asked");
    expect(page.hasDelivered()).toBe(true);
  });

  test("is not used once it is forgotten or old", async () => {
    const page = await loaded(responses);
    page.forgetDelivered();
    expect(await page.reserveNext("tide")).toBe("asked");
    const later = await loaded(responses);
    vi.spyOn(performance, "now").mockReturnValue(60_000);
    expect(later.deliveredSession()).toBeNull();
    expect(await later.reserveNext("tide")).toBe("asked");
  });
});

test("a page without responses asks the server", async () => {
  const page = await loaded(null);
  expect(page.hasDelivered()).toBe(false);
  expect(await page.getSession()).toBe("asked");
});
