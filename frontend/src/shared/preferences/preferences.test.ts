import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Preferences } from "../../api/types";
import { chooseLocale, locale } from "../../i18n";
import { PreferencesStore, QUIET_MS } from "./preferences.svelte";

/** What closes the tabs of a test. */
const open: (() => void)[] = [];
const server = vi.fn<(request: Request) => Promise<Response>>();

/** What a person has on the server who has set nothing but their time zone, which is this machine's. */
const plain: Preferences = {
  locale: "",
  theme: "system",
  text_size: 1,
  line_height: 1,
  snap: {},
  keys: {},
  time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", server);
  server.mockReset();
  server.mockImplementation(async (request) => json(200, await request.clone().json()));
  localStorage.clear();
  document.cookie = "csrftoken=c5rf; path=/";
});

afterEach(async () => {
  for (const close of open.splice(0)) close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset["theme"];
  await chooseLocale("en");
});

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
}

async function sent(): Promise<unknown[]> {
  return Promise.all(server.mock.calls.map(([request]) => request.clone().json()));
}

async function storeOf(person: string, stored: Preferences = plain): Promise<PreferencesStore> {
  const store = begun();
  await store.belongTo(person, stored);
  return store;
}

/** A browser that has just opened Morel. */
function begun(): PreferencesStore {
  const store = new PreferencesStore();
  open.push(store.begin());
  return store;
}

describe("a change", () => {
  test("applies at once, and several are sent as one", async () => {
    const store = await storeOf("lena");
    store.change({ theme: "dark" });
    store.change({ text_size: 1.2 });
    const page = document.documentElement;
    expect(page.dataset["theme"]).toBe("dark");
    expect(page.style.getPropertyValue("--text-size")).toBe("1.2");
    expect(server).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(await sent()).toEqual([{ ...plain, theme: "dark", text_size: 1.2 }]);
  });

  test("of the language changes the interface", async () => {
    const store = await storeOf("lena");
    store.change({ locale: "ar" });
    await vi.waitFor(() => expect(locale()).toBe("ar"), { timeout: 10_000 });
    expect(document.documentElement.dir).toBe("rtl");
  });

  test("made during a request is sent after it", async () => {
    const store = await storeOf("lena");
    let arrive = (): void => {};
    server.mockImplementationOnce(async (request) => {
      const body: unknown = await request.clone().json();
      await new Promise<void>((resolve) => (arrive = resolve));
      return json(200, body);
    });
    store.change({ theme: "dark" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    store.change({ theme: "light" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(server).toHaveBeenCalledTimes(1);
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(await sent()).toMatchObject([{ theme: "dark" }, { theme: "light" }]);
  });

  test("that the server refuses is reverted and reported", async () => {
    const store = await storeOf("lena");
    server.mockImplementation(() =>
      Promise.resolve(json(422, { type: "about:blank", title: "No", status: 422, detail: "", errors: [] })),
    );
    store.change({ text_size: 9 });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(store.text_size).toBe(1);
    expect(store.failure).not.toBeNull();
    expect(store.waiting).toBe(false);
  });

  test("in another tab is applied", async () => {
    const here = await storeOf("lena");
    const there = await storeOf("lena");
    there.change({ theme: "dark" });
    dispatchEvent(new StorageEvent("storage", { key: "morel.preferences.lena" }));
    expect(here.theme).toBe("dark");
    dispatchEvent(new StorageEvent("storage", { key: "morel.preferences.noor" }));
    expect(here.theme).toBe("dark");
  });
});

describe("without the server", () => {
  beforeEach(() => {
    server.mockRejectedValue(new TypeError("cut"));
  });

  test("a change is sent when the network is back", async () => {
    const store = await storeOf("lena");
    store.change({ theme: "dark" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    expect(store.waiting).toBe(true);
    server.mockReset();
    server.mockImplementation(async (request) => json(200, await request.clone().json()));
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(store.waiting).toBe(false);
    expect(await sent()).toMatchObject([{ theme: "dark" }]);
  });

  test("a change survives the page and is newer than the server's", async () => {
    const store = await storeOf("lena");
    store.change({ theme: "dark" });
    await vi.advanceTimersByTimeAsync(QUIET_MS);
    const later = await storeOf("lena", { ...plain, theme: "light" });
    expect(later.theme).toBe("dark");
  });

  test("a change stays with its user", async () => {
    const store = await storeOf("lena");
    store.change({ theme: "dark" });
    const other = await storeOf("noor");
    expect(other.theme).toBe("system");
    await vi.advanceTimersByTimeAsync(QUIET_MS);
  });
});

describe("stored preferences", () => {
  test("apply at the next visit before login", async () => {
    const store = await storeOf("lena");
    store.change({ theme: "dark", locale: "es" });
    const next = begun();
    expect([next.theme, next.locale]).toEqual(["dark", "es"]);
  });

  test("are replaced by the server's when these are loaded", async () => {
    await storeOf("lena", { ...plain, theme: "dark" });
    const store = await storeOf("lena", { ...plain, theme: "light" });
    expect(store.theme).toBe("light");
    expect(document.documentElement.dataset["theme"]).toBe("light");
  });

  test.each(["", "null", "[]", "{", '{"values": {"theme": 3, "text_size": "big", "keys": null}}'])(
    "may be anything: %s",
    (text) => {
      localStorage.setItem("morel.preferences", text);
      const store = begun();
      expect([store.theme, store.text_size, store.locale]).toEqual(["system", 1, ""]);
    },
  );
});

test("the time zone is the browser's, so that a day ends at the user's midnight", async () => {
  await storeOf("lena", { ...plain, time_zone: "Pacific/Apia" });
  await vi.advanceTimersByTimeAsync(QUIET_MS);
  expect(await sent()).toEqual([plain]);
});
