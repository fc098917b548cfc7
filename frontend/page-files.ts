/* Writes dist/pages.json: each row of the page table with the files that its page needs before it can be shown. The server preloads
   them (api/config/front_end_page.py). */

import type { Plugin, Rolldown } from "vite";
import { complete } from "./src/i18n/locales.ts";
import { pageTable } from "./src/app/pageTable.ts";
import { patternOf } from "./src/app/paths.ts";

const START = "src/app/main.ts";

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

export function pageFiles(): Plugin {
  return {
    name: "morel-page-files",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = new Files(Object.values(bundle).filter((each) => each.type === "chunk"));
        const start = files.neededBy([START]);
        const pages = pageTable.map((row) => {
          const needed = files.neededBy([START, `src/pages/${row.component}.svelte`]);
          return {
            name: row.name,
            // In Python's syntax.
            pattern: patternOf(row).source.replaceAll("(?<", "(?P<"),
            roles: row.roles,
            // index.html has those of the start.
            scripts: needed.filter((each) => !start.includes(each)).map((each) => each.fileName),
            styles: stylesOf(needed).filter((each) => !stylesOf(start).includes(each)),
            texts: Object.fromEntries(
              Object.keys(complete).map((locale) => [locale, files.textsOf(needed, locale)]),
            ),
          };
        });
        this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pages) });
      },
    },
  };
}

class Files {
  readonly #byName: Map<string, Chunk>;

  constructor(readonly chunks: readonly Chunk[]) {
    this.#byName = new Map(chunks.map((each) => [each.fileName, each]));
  }

  /** The chunks of these modules and all that they import statically. */
  neededBy(modules: readonly string[]): Chunk[] {
    const found = new Set<Chunk>();
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || found.has(chunk)) return;
      found.add(chunk);
      for (const name of chunk.imports) add(this.#byName.get(name));
    };
    for (const module of modules) {
      const chunk = this.chunks.find((each) => each.moduleIds.some((id) => id.endsWith(`/${module}`)));
      if (!chunk) throw new Error(`No chunk has ${module}.`);
      add(chunk);
    }
    return [...found];
  }

  /** The catalogues of a locale that the modules of these chunks register. */
  textsOf(chunks: readonly Chunk[], locale: string): string[] {
    const catalogue = new RegExp(`/src/i18n/(\\w+/)?${locale}\\.ts$`);
    const names = new Set(chunks.flatMap((each) => each.dynamicImports));
    return [...names].filter((name) => this.#byName.get(name)?.moduleIds.some((id) => catalogue.test(id)));
  }
}

function stylesOf(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap((each) => [...(each.viteMetadata?.importedCss ?? [])]))];
}
