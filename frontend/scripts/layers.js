/* The layers of src/ as a rule of eslint. A file imports from its own layer and from those below it, and a subject of
   pages/ never imports another subject. */

import path from "node:path";

// Of app/, the modules that know addresses stand below the pages, which link through them.
const ROUTING = /^app\/(pageTable|paths|followedLink|router\.svelte)(\.ts)?$/;

// The lowest first.
const LAYERS = ["text", "i18n", "api", "saving", "the routing in app", "shared", "pages", "app"];

/** The layer of a path below src/, and the page where it is one. */
function place(file) {
  const [folder, subject] = file.split("/");
  const layer = ROUTING.test(file) ? "the routing in app" : folder;
  return { layer: LAYERS.indexOf(layer), page: folder === "pages" ? subject : null };
}

export const layers = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      layer: "{{from}} does not import {{to}}, a layer above it.",
      page: "A page does not import another page: what both need goes to shared/.",
    },
  },
  create(context) {
    const file = path.relative(path.join(context.cwd, "src"), context.filename);
    const here = place(file);
    function check(source) {
      if (typeof source?.value !== "string" || !source.value.startsWith(".")) return;
      const target = path.join(path.dirname(file), source.value);
      const there = place(target);
      const data = { from: LAYERS[here.layer], to: LAYERS[there.layer] };
      if (there.layer > here.layer) context.report({ node: source, messageId: "layer", data });
      else if (here.page && there.page && here.page !== there.page)
        context.report({ node: source, messageId: "page" });
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
    };
  },
};
