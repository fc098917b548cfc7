import { describe, expect, test } from "vitest";
import { matchPath, to, toLogin } from "./paths";

describe("an address", () => {
  test.each([
    ["/", "projects", "", null],
    ["/login", "login", "", null],
    ["/new", "new", "", null],
    ["/p/harbour/complete", "complete", "harbour", null],
    ["/sign-up", "signup", "", null],
    ["/account", "account", "", null],
    ["/reset", "reset", "", null],
    ["/p/harbour", "overview", "harbour", null],
    ["/p/harbour/", "overview", "harbour", null],
    ["/p/harbour/annotate", "annotate", "harbour", null],
    ["/p/harbour/annotate/41", "annotate", "harbour", 41],
    ["/p/harbour/mine", "mine", "harbour", null],
    ["/p/harbour/agreement", "agreement", "harbour", null],
    ["/p/harbour/items", "items", "harbour", null],
    ["/p/harbour/tables", "tables", "harbour", null],
    ["/p/harbour/gold", "gold", "harbour", null],
    ["/p/harbour/items/41", "item", "harbour", 41],
    ["/p/harbour/review", "review", "harbour", null],
    ["/p/harbour/people", "people", "harbour", null],
    ["/p/harbour/settings", "settings", "harbour", null],
    ["/p/small-museums_2/import", "import", "small-museums_2", null],
  ])("%s shows the page %s", (path, name, slug, item) => {
    expect(matchPath(path)).toEqual({ name, slug, task: "", item, code: "" });
  });

  test.each([
    "/p",
    "/p/harbour/items/x",
    "/p/harbour/annotate/41/2",
    "/p/a%2Fb",
    "/api/v1/session/",
    "/admin/",
  ])("%s is no page", (path) => {
    expect(matchPath(path)).toBeNull();
  });

  test("that is linked to is the page it names", () => {
    expect(matchPath(to("annotate", "harbour", 41))).toEqual({
      name: "annotate",
      slug: "harbour",
      task: "",
      item: 41,
      code: "",
    });
    expect(matchPath(to("item", "harbour", 7))).toEqual({
      name: "item",
      slug: "harbour",
      task: "",
      item: 7,
      code: "",
    });
    expect(matchPath(to("agreement", "harbour", "zh-hant"))).toMatchObject({
      name: "agreement",
      code: "zh-hant",
    });
    expect(matchPath("/reset/MQ/c0-ffee")).toMatchObject({ name: "reset", code: "MQ/c0-ffee" });
    expect(matchPath(to("join", "a-B_9"))).toEqual({
      name: "join",
      slug: "",
      task: "",
      item: null,
      code: "a-B_9",
    });
    expect(matchPath(to("board", "lantern", "test/en"))).toMatchObject({
      name: "board",
      task: "lantern",
      code: "test/en",
    });
    expect(matchPath("/tasks/lantern/board")).toMatchObject({ name: "board", code: "" });
    expect(toLogin("/p/harbour?a=1&b=2")).toBe("/login?next=%2Fp%2Fharbour%3Fa%3D1%26b%3D2");
  });
});
