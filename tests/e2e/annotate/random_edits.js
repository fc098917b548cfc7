/*
 * One run in the page: fifty edits by chance (seeded), through the page's own buttons, fields, keys and gestures; then undo to the
 * start and redo to the end. Every state on the way there has to come back on the way back, and again on the way forth.
 * What is compared is what a person sees: the rows of the list, the paint of the answer, labels, flags, comment, links.
 */
async (seed) => {
  const EDITS = 50;
  const byId = (id) => document.querySelector(`[data-testid="${id}"]`);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const answer = byId("answer");

  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(chance() * limit);
  const oneOf = (things) => things[below(things.length)];

  /** Until the page has rendered. */
  const { port1, port2 } = new MessageChannel();
  const settled = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(0);
    });

  /** What a click lets load. */
  const appearing = async (find) => {
    while (!find()) await settled();
    return find();
  };

  const key = (code, keys = {}) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true, ...keys }));

  const painted = () => {
    const plain = (style) => style.replace(/-(selected|hover)/, "");
    return [...CSS.highlights]
      .flatMap(([style, ranges]) => [...ranges].map((range) => `${plain(style)} ${range.startOffset}-${range.endOffset}`))
      .sort()
      .join("; ");
  };
  const seen = () =>
    JSON.stringify([
      all("[data-testid=span-list] .row").map((row) => row.textContent),
      painted(),
      all(".judge input, .flags input").map((input) => input.checked),
      byId("comment").value,
      all(".links button[aria-label]").map((button) => button.getAttribute("aria-label")),
    ]);

  /** A drag: the browser's selection between two places, and a button that is pressed and let go. */
  const drag = () => {
    const [a, b] = [below(answer.textContent.length), below(answer.textContent.length)];
    const node = answer.firstChild;
    document.getSelection().setBaseAndExtent(node, a, node, b);
    const { left, top } = answer.getBoundingClientRect();
    const at = (x) => ({ bubbles: true, cancelable: true, clientX: left + x, clientY: top + 12, altKey: chance() < 0.3 });
    answer.dispatchEvent(new MouseEvent("mousedown", { ...at(10), buttons: 1 }));
    answer.dispatchEvent(new MouseEvent("mouseup", at(40)));
  };
  const row = () => oneOf(all("[data-testid=span-list] .row"));
  const select = () => row()?.click();

  const edits = {
    drag,
    relabel: () => {
      select();
      key(`Digit${1 + below(6)}`);
    },
    step: async () => {
      select();
      await settled();
      oneOf(all("[role=toolbar] [data-edge], [role=toolbar] [data-edge] + button"))?.click();
    },
    remove: () => {
      select();
      key(chance() < 0.5 ? "Backspace" : "Delete");
    },
    judge: () => oneOf(all(".judge input, .flags input[data-testid=unsure]")).click(),
    unsure: () => key("KeyU"),
    nothing: async () => {
      key("KeyN");
      await settled();
      byId("remove-marks")?.click();
    },
    clear: () => byId("clear-marks")?.click(),
    comment: () => {
      const field = byId("comment");
      field.value = `Note ${below(1000)} of run ${seed}`;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
    link: async () => {
      const old = oneOf(all(".links button[aria-label]"));
      if (old && chance() < 0.5) return old.click();
      all(".links button:not([aria-label])").at(-1)?.click();
      const field = await appearing(() => byId("link-url"));
      field.value = `https://en.wikipedia.org/wiki/Tower_${below(5)}`;
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      byId("link-add").click();
      await appearing(() => !byId("link-url"));
    },
  };
  const often = [...Array(6).fill("drag"), ...Array(3).fill("step"), "relabel", "relabel", "remove", ...Object.keys(edits)];

  const undo = () => key("KeyZ", { ctrlKey: true });
  const redo = () => key("KeyZ", { ctrlKey: true, shiftKey: true });
  const walk = async (step, states, name) => {
    for (const [position, expected] of states.entries()) {
      step();
      await settled();
      if (seen() !== expected) return `seed ${seed}, ${name} ${position + 1}: ${seen()} instead of ${expected}`;
    }
    return null;
  };

  const states = [seen()];
  let last = "";
  for (let done = 0; done < EDITS; ) {
    const name = oneOf(often);
    // Two changes of the comment in a row are one step, as letters are.
    if (name === "comment" && last === "comment") continue;
    await edits[name]();
    await settled();
    done += 1;
    if (seen() === states.at(-1)) continue;
    states.push(seen());
    last = name;
  }
  const back = states.toReversed();
  const problem = (await walk(undo, back.slice(1), "undo")) ?? (await walk(redo, states.slice(1), "redo"));
  if (problem) return problem;
  // For the next run.
  return (await walk(undo, back.slice(1), "second undo")) ?? states.length;
}
