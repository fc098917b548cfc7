import { afterEach, describe, expect, test } from "vitest";
import { followedLink } from "./followedLink";

afterEach(() => {
  document.body.replaceChildren();
});

/** Where the router goes after a click on what stands in the link, or on the link itself. */
function click(html: string, init: MouseEventInit = {}): string | null {
  document.body.innerHTML = html;
  const followed: (URL | null)[] = [];
  document.addEventListener(
    "click",
    (event) => {
      followed.push(followedLink(event));
      event.preventDefault();
    },
    { once: true },
  );
  const target = document.querySelector("a *") ?? document.querySelector("a");
  target?.dispatchEvent(
    new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, ...init }),
  );
  const url = followed[0];
  return url ? url.pathname + url.search : null;
}

describe("a click on a link", () => {
  test("inside the application is followed, also on what stands in the link", () => {
    expect(click('<a href="/p/harbour?x=1">Harbour</a>')).toBe("/p/harbour?x=1");
    expect(click('<a href="/p/harbour"><b>Harbour</b></a>')).toBe("/p/harbour");
  });

  test.each([
    ["with a key for another tab", '<a href="/p">x</a>', { ctrlKey: true }],
    ["with ⌘", '<a href="/p">x</a>', { metaKey: true }],
    ["with the middle button", '<a href="/p">x</a>', { button: 1 }],
    ["to another site", '<a href="https://example.org/p">x</a>', {}],
    ["to another window", '<a href="/p" target="_blank">x</a>', {}],
    ["for a download", '<a href="/p" download>x</a>', {}],
    ["to a place on the same page", '<a href="#there">x</a>', {}],
    ["without an address", "<a>x</a>", {}],
  ])("%s is left to the browser", (_, html, init) => {
    expect(click(html, init)).toBeNull();
  });
});
