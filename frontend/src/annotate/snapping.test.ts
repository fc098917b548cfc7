// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { storedSnap, storeSnap } from "./snapping";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("the choice of snapping", () => {
  it("is characters until somebody chooses", () => {
    expect(storedSnap("ada", "en")).toBe("characters");
    expect(storedSnap("ada", "zh")).toBe("characters");
  });

  it("is kept for the person who chose", () => {
    storeSnap("ada", "en", "words");
    expect(storedSnap("ada", "ar")).toBe("words");
    expect(storedSnap("bo", "en")).toBe("characters");
    storeSnap("ada", "ar", "characters");
    expect(storedSnap("ada", "en")).toBe("characters");
  });

  it("is another one for scripts without blanks", () => {
    storeSnap("ada", "en", "words");
    expect(["zh", "zh-hant", "ja", "th", "lo", "km", "my-mm"].map((tag) => storedSnap("ada", tag))).toEqual(
      Array(7).fill("characters"),
    );
    storeSnap("ada", "zh-hant", "words");
    expect(storedSnap("ada", "ja")).toBe("words");
  });

  it("does without storage where it is refused", () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("refused");
    });
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("refused");
    });
    storeSnap("ada", "en", "words");
    expect(storedSnap("ada", "en")).toBe("characters");
  });
});
