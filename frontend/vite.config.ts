import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** Svelte guards what Morel has no use for (hydration, components of Svelte 4, tracing) by variables that are meant to be shaken
    out. The bundler does so for constants only. */
function spare(): Plugin {
  return {
    name: "morel:spare",
    apply: "build",
    transform: {
      filter: { id: /\/svelte\/src\/internal\/(client\/dom\/hydration|flags\/index)\.js$/ },
      handler: (code) =>
        code
          .replace(/^export let (hydrating|\w+_mode_flag) = false;/gm, "export const $1 = false;")
          .replace(/^\t(hydrating|\w+_mode_flag) = \w+;/gm, ""),
    },
  };
}

// The server's policy is `script-src 'self'; style-src 'self'`: nothing may be inlined into markup or data: URLs.
export default defineConfig({
  base: "/static/app/",
  plugins: [svelte(), spare()],
  build: {
    outDir: "dist",
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    // A panel's few files are not worth their names in what is loaded before it. Its styles are.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies) => dependencies.filter((file) => file.endsWith(".css")),
    },
    // gzip finds more in one file than in a dozen, and pages do not fetch a tree of imports. The first group that wants a module
    // has it, with all that it imports.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What any page needs: what leads' pages show of the workspace is here as well.
            {
              name: "core",
              test: /rolldown.runtime|\/src\/(main|api\/mine|questions\/looking|ui\/(TopBar|Switch|Progress)|text\/(offsets|paint|segments|selection)|annotate\/(ids|shortcuts|keys\/caps\.svelte))\.(ts|svelte)$/,
            },
            { name: "workspace", test: /\/src\/annotate\/Workspace\.svelte$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
