/*
 * What a machine can see of a page that is open. Comes into the page through the debugger, so that the page's content policy stays
 * as it is; looks, and changes nothing.
 */
(() => {
  const style = (element) => getComputedStyle(element);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const inClosedMenu = (element) => element.closest("[popover]:not(:popover-open)") !== null;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !inClosedMenu(element);

  function* upwards(element) {
    for (let up = element; up && up !== document.body; up = up.parentElement) yield up;
  }

  /* After the frame in which observers of sizes have had their say, and what hangs on a text is placed anew. */
  function drawn() {
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }

  async function findings(tags) {
    // What stands half behind a bar where the page is scrolled is whole elsewhere.
    const { scrollX, scrollY } = window;
    window.scrollTo({ top: 0, behavior: "instant" });
    await drawn();
    const { violations } = await axe.run(document, {
      resultTypes: ["violations"],
      runOnly: { type: "tag", values: tags },
      // Its tag alone does not turn it on.
      rules: { "target-size": { enabled: true } },
    });
    window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary, any }) => {
        const others = any.flatMap(({ relatedNodes }) => relatedNodes.map((node) => node.target.join(" ")));
        return `${id}: ${help}: ${target.join(" ")}: ${failureSummary} ${others.join(", ")}`;
      }),
    );
  }

  /* As another tab of the same person changes it: at once, and whatever is open stays open. */
  function speak(locale) {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith("morel.preferences"))) {
      const kept = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...kept, values: { ...kept.values, locale } }));
      dispatchEvent(new StorageEvent("storage", { key }));
    }
  }

  /* What lies beyond the window's edge, or is cut off without an ellipsis by a box that does not scroll. Data may scroll sideways
     in a region of its own. */
  async function misfits() {
    await drawn();
    const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
    const found = wide > 0 ? [`The page is ${wide} px too wide.`] : [];
    for (const each of all("body *:not(svg *)")) {
      const writes = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (!writes && !each.matches("button, a, input, select, textarea")) continue;
      if (!shown(each) || isForReadersOnly(each)) continue;
      const { left, right, width } = each.getBoundingClientRect();
      const name = `${each.tagName} .${each.className} “${each.textContent.trim().slice(0, 40)}”`;
      if (width > 0 && (right > innerWidth + 1 || left < -1) && !scrolls(each)) found.push(`Beyond the edge: ${name}`);
      if (isCut(each)) found.push(`Cut off: ${name}`);
    }
    return found;
  }

  /* Texts that lie over each other. Only the middle band of a line is compared, because the boxes of tall scripts reach into the
     lines around them. What floats is a layer of its own: it may cover the page. */
  async function overlaps() {
    await drawn();
    const bands = all("body *")
      .flatMap(bandsOf)
      .sort((one, other) => one.top - other.top);
    const found = new Set();
    bands.forEach((one, at) => {
      for (const other of bands.slice(at + 1)) {
        if (other.top > one.bottom - 1) break;
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - other.top;
        if (across > 1.5 && down > 1.5 && one.layer === other.layer && one.element !== other.element)
          found.add(`Overlap: ${one.name} and ${other.name}`);
      }
    });
    return [...found];
  }

  function bandsOf(element) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (texts.length === 0 || element.matches("title, script, style, option, textarea, text:empty")) return [];
    if (!shown(element) || isForReadersOnly(element)) return [];
    const room = scrollRoom(element);
    const half = parseFloat(style(element).fontSize) * 0.3;
    const layer = [...upwards(element)].find(floats) ?? document.body;
    const name = `${element.tagName.toLowerCase()} “${element.textContent.trim().slice(0, 40)}”`;
    return texts.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()]
        .map(({ left, right, top, bottom }) => {
          const middle = (top + bottom) / 2;
          return {
            element,
            layer,
            name,
            left: Math.max(left, room.left),
            right: Math.min(right, room.right),
            top: Math.max(middle - half, room.top),
            bottom: Math.min(middle + half, room.bottom),
          };
        })
        .filter((band) => band.right - band.left > 1 && band.bottom - band.top > 1);
    });
  }

  function floats(element) {
    if (element.matches("dialog, [popover], [role='toolbar']")) return true;
    const { position, backgroundColor } = style(element);
    if (/fixed|sticky/.test(position)) return true;
    return position === "absolute" && !/, 0\)$|^transparent$/.test(backgroundColor);
  }

  /* As roomOf, without the window's edges: a page is looked at as a whole. */
  function scrollRoom(element) {
    const room = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    for (const up of upwards(element)) {
      if (style(up).overflow === "visible" || style(up).display === "inline") continue;
      const { left, top, right, bottom } = up.getBoundingClientRect();
      room.left = Math.max(room.left, left);
      room.top = Math.max(room.top, top);
      room.right = Math.min(room.right, right);
      room.bottom = Math.min(room.bottom, bottom);
    }
    return room;
  }

  /* Bar, title and what is below it begin at one edge; sheets hang outside it, their texts do not. */
  async function edges() {
    await drawn();
    const main = document.querySelector("main.page-frame");
    const heading = main?.querySelector(".page-head h1");
    if (!heading) return [];
    const rtl = style(main).direction === "rtl";
    const start = ({ left, right }) => (rtl ? innerWidth - right : left);
    const edge = start(heading.getBoundingClientRect());
    const off = (box) => Math.round(start(box) - edge);
    const found = [];
    const brand = document.querySelector(".bar .brand")?.getBoundingClientRect();
    // The picture of the brand has 4 px of air.
    if (brand && Math.abs(off(brand) + 4) > 1) found.push(`The brand begins ${off(brand) + 4} px beside the title.`);
    for (const child of main.children) {
      if (!shown(child) || isForReadersOnly(child) || floats(child)) continue;
      const name = `“${child.textContent.trim().slice(0, 40)}”`;
      if (off(child.getBoundingClientRect()) > 1) found.push(`${name} begins beside the edge.`);
      const texts = [child, ...all("*", child)].flatMap(bandsOf);
      const least = Math.min(...texts.map(off));
      if (texts.length > 0 && least < -1) found.push(`${name} has a text ${-least} px outside the edge.`);
    }
    return found;
  }

  const isForReadersOnly = (element) =>
    style(element).opacity === "0" || [...upwards(element)].some((up) => style(up).clipPath !== "none");

  const scrolls = (element) =>
    [...upwards(element)].some((up) => /auto|scroll/.test(style(up).overflowX) && up.scrollWidth > up.clientWidth);

  function isCut(element) {
    const { overflow, textOverflow, webkitLineClamp } = style(element);
    if (/visible|auto|scroll/.test(overflow) || textOverflow === "ellipsis" || webkitLineClamp !== "none") return false;
    if (element.matches("input, textarea, select")) return false;
    return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2;
  }

  /* WCAG 2.2, 1.4.12. A constructed sheet is none of the page's own styles, and so no business of its content policy. */
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-block-end: 2em !important; }`);
  function spaceOut(on) {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== spacing);
    document.adoptedStyleSheets = on ? [...others, spacing] : others;
  }

  const moving = () =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ animationName, transitionProperty, effect }) => [
        animationName ?? transitionProperty,
        String(effect?.target?.className),
      ]);

  const numbers = new WeakMap();
  let count = 0;
  /* A group of radio buttons is one stop, whichever of them it is entered by. */
  function stopOf(element) {
    if (!numbers.has(element)) numbers.set(element, String((count += 1)));
    return {
      id: element.type === "radio" ? element.name : numbers.get(element),
      name: element.outerHTML.slice(0, 120),
      problems: [],
    };
  }

  /* Where the keyboard should get to, in the document's order. A box that only scrolls is a stop of the browser's own making,
     which a walk may meet and need not. */
  async function stops() {
    await drawn(); // The bar has its narrow form only after that.
    const root = document.querySelector("dialog[open]") ?? document;
    const groups = new Set();
    const controls = all("a[href], button, input, select, textarea, summary, [tabindex]", root).filter(
      (each) => each.tabIndex >= 0 && !each.disabled && shown(each) && !each.closest("[inert]"),
    );
    return controls.map(stopOf).filter(({ id }) => !groups.has(id) && groups.add(id));
  }

  /* Where the keyboard is once the page is painted; null at the ends of a walk. */
  async function standing() {
    if (document.activeElement === document.body) await new Promise(requestAnimationFrame);
    const here = document.activeElement;
    if (here === first || here === last) return null;
    if (here === document.body) return { ...stopOf(here), problems: ["the focus is lost"] };
    const target = /^(?:radio|checkbox|file)$/.test(here.type) ? (here.closest("label") ?? here) : here;
    return {
      ...stopOf(here),
      problems: [...ring(here), ...size(target), ...covered(target), ...astray(here)],
    };
  }

  /* A field may leave its ring to the box it stands in, beside its own buttons. */
  function ring(here) {
    const bearers = [here, here.closest("label"), here.matches("input") ? here.parentElement : null];
    const bearer = bearers.find((each) => {
      if (!each || style(each).opacity === "0") return false;
      return style(each).outlineStyle !== "none" && parseFloat(style(each).outlineWidth) >= 1;
    });
    if (!bearer) return ["no ring"];
    const { outlineOffset, outlineWidth } = style(bearer);
    const out = parseFloat(outlineOffset) + parseFloat(outlineWidth) / 2;
    const box = bearer.getBoundingClientRect();
    const room = roomOf(bearer);
    const sides = [
      box.left - out >= room.left,
      box.right + out <= room.right,
      box.top - out >= room.top,
      box.bottom + out <= room.bottom,
    ];
    return sides.filter(Boolean).length < 2 ? ["a ring that is cut off"] : [];
  }

  /* WCAG 2.2, 2.5.8, without its exception for targets that stand alone; links in running text are excepted. */
  function size(target) {
    const { width, height } = target.getBoundingClientRect();
    if (target.matches("a") && style(target).display === "inline" && target.closest("p")) return [];
    return width < 24 || height < 24 ? [`only ${Math.round(width)} × ${Math.round(height)} px`] : [];
  }

  /* WCAG 2.2, 2.4.11: nothing that is fixed or floats lies over it. Of a text as high as the window, a part is enough. */
  function covered(target) {
    const box = target.getBoundingClientRect();
    const room = roomOf(target);
    const across = (a, b) => [a + (b - a) * 0.1, (a + b) / 2, b - (b - a) * 0.1];
    const xs = across(Math.max(box.left, room.left), Math.min(box.right, room.right));
    const ys = across(Math.max(box.top, room.top), Math.min(box.bottom, room.bottom));
    const places = xs.flatMap((x) => ys.map((y) => document.elementFromPoint(x, y)));
    const seen = places.filter((hit) => hit && (target.contains(hit) || hit.contains(target))).length;
    const enough = box.height > innerHeight / 3 ? 1 : 5;
    return seen < enough ? [`covered or out of sight: ${seen} of 9 places seen`] : [];
  }

  /* What the boxes around it leave in sight. */
  function roomOf(element) {
    const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (const up of upwards(element.parentElement)) {
      if (up.matches("dialog, [popover]")) break;
      if (style(up).overflow === "visible") continue;
      const { left, top, right, bottom } = up.getBoundingClientRect();
      room.left = Math.max(room.left, left);
      room.top = Math.max(room.top, top);
      room.right = Math.min(room.right, right);
      room.bottom = Math.min(room.bottom, bottom);
    }
    return room;
  }

  const astray = (here) =>
    document.querySelector("dialog[open]") && !here.closest("dialog[open]") ? ["behind the dialog"] : [];

  /* A round goes from one end to the other. Without ends it would pass through the browser's own controls, which return the
     focus when they please. */
  const [first, last] = [0, 1].map(() =>
    Object.assign(document.createElement("span"), { tabIndex: 0, style: "position: fixed" }),
  );

  function beginWalk(backwards) {
    const around = document.querySelector("dialog[open]") ?? document.body;
    around.prepend(first);
    around.append(last);
    (backwards ? last : first).focus({ preventScroll: true });
  }

  function endWalk() {
    first.remove();
    last.remove();
  }

  window.inspection = {
    findings,
    speak,
    misfits,
    overlaps,
    edges,
    spaceOut,
    moving,
    stops,
    standing,
    beginWalk,
    endWalk,
  };
})();
