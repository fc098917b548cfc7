import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beforeLeave, navigate, router } from "./router.svelte";

const PATIENCE = { timeout: 10_000 };

let stop: () => void;

beforeEach(async () => {
  // jsdom cannot scroll.
  vi.stubGlobal("scrollTo", vi.fn());
  history.replaceState(null, "", "/");
  stop = router.start(() => Promise.resolve(null));
  await vi.waitFor(() => {
    expect(router.match?.name).toBe("projects");
  }, PATIENCE);
});

afterEach(() => {
  stop();
});

describe("navigate", () => {
  test("changes the address, the page and the query", async () => {
    expect(await navigate("/p/harbour/items?language=en")).toBe(true);
    expect(location.pathname).toBe("/p/harbour/items");
    expect(router.match).toEqual({ name: "items", slug: "harbour", task: "", item: null, code: "" });
    expect(router.query.get("language")).toBe("en");
  });

  test("leaves everything as it is when a guard refuses, until the guard is gone", async () => {
    const release = beforeLeave(() => false);
    expect(await navigate("/p/harbour")).toBe(false);
    expect(location.pathname).toBe("/");
    expect(router.match?.name).toBe("projects");
    release();
    expect(await navigate("/p/harbour")).toBe(true);
  });

  test("waits for a guard and tells it where the person goes", async () => {
    const guard = vi.fn(() => Promise.resolve(true));
    const release = beforeLeave(guard);
    await navigate("/p/harbour/annotate/7");
    expect(guard).toHaveBeenCalledWith(expect.objectContaining({ pathname: "/p/harbour/annotate/7" }), {
      name: "annotate",
      slug: "harbour",
      task: "",
      item: 7,
      code: "",
    });
    release();
  });

  test("asks before an item in hand is left, also where its address names none", async () => {
    await navigate("/p/harbour/annotate");
    const guard = vi.fn(() => false);
    const release = beforeLeave(guard);
    expect(await navigate("/p/harbour/annotate/7")).toBe(false);
    expect(await navigate("/p/harbour/annotate")).toBe(false);
    expect(guard).toHaveBeenCalledTimes(2);
    release();
  });

  test("with replace adds no entry to the history", async () => {
    const before = history.length;
    await navigate("/p/harbour", { replace: true });
    expect(history.length).toBe(before);
    expect(location.pathname).toBe("/p/harbour");
  });
});

test("another language is another page, another item or query is not", async () => {
  await navigate("/p/harbour/agreement");
  vi.mocked(scrollTo).mockClear();
  await navigate("/p/harbour/agreement/ar");
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  await navigate("/p/harbour/items/7");
  vi.mocked(scrollTo).mockClear();
  await navigate("/p/harbour/items/8?order=few");
  expect(scrollTo).not.toHaveBeenCalled();
});

describe("the browser's back", () => {
  test("shows the page before", async () => {
    await navigate("/p/harbour");
    history.back();
    await vi.waitFor(() => {
      expect(router.match?.name).toBe("projects");
    }, PATIENCE);
  });

  test("is taken back when a guard refuses", async () => {
    await navigate("/p/harbour");
    const guard = vi.fn(() => false);
    const release = beforeLeave(guard);
    history.back();
    await vi.waitFor(() => {
      expect(guard).toHaveBeenCalledTimes(1);
    }, PATIENCE);
    await vi.waitFor(() => {
      expect(location.pathname).toBe("/p/harbour");
    }, PATIENCE);
    expect(router.match?.name).toBe("overview");
    expect(guard).toHaveBeenCalledTimes(1);
    release();
  });
});
