/* Fails where modules of src/ import each other in a circle, whether statically, dynamically or for types only. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']*)["']/g;

const files = readdirSync("src", { recursive: true })
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .map((file) => path.join("src", file));

function resolved(from, specifier) {
  const base = path.join(path.dirname(from), specifier);
  return [base, `${base}.ts`, `${base}.d.ts`, path.join(base, "index.ts")].find(
    (file) => /\.(ts|svelte)$/.test(file) && existsSync(file),
  );
}

const imports = new Map(
  files.map((file) => [
    file,
    [...readFileSync(file, "utf8").matchAll(SPECIFIER)]
      .map(([, specifier]) => resolved(file, specifier))
      .filter(Boolean),
  ]),
);

/** Returns the first circle that is reached from `file`, as a list of files, or null. Files in `done` reach none. */
function circleFrom(file, way, done) {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file)) return null;
  for (const imported of imports.get(file) ?? []) {
    const circle = circleFrom(imported, [...way, file], done);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

const done = new Set();
for (const file of files) {
  const circle = circleFrom(file, [], done);
  if (!circle) continue;
  process.stderr.write(`Import cycle: ${circle.join(" → ")}\n`);
  process.exitCode = 1;
  break;
}
