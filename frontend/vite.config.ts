import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

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
export default defineConfig(({ mode }) => ({
  base: "/static/app/",
  plugins: [svelte(), spare()],
  build: {
    outDir: "dist",
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file: gzip finds more in it than in a dozen, and pages do not fetch a tree of imports.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: "core", test: /\/src\/(main\.ts|ui\/(TopBar|Switch|Progress)\.svelte)$/ }],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
  // Without the browser condition Vitest would load Svelte's server build, which cannot mount.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    setupFiles: ["src/texts.testing.ts"],
  },
}));
