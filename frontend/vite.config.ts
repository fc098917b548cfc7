import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { pageFiles } from "./page-files.ts";
import { complete } from "./src/i18n/locales.ts";

// The server's policy is `script-src 'self'; style-src 'self'`: nothing may be inlined into markup or data: URLs.
export default defineConfig({
  base: "/static/app/",
  plugins: [svelte(), pageFiles()],
  build: {
    outDir: "dist",
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    // A panel's few files are not worth their names in what is loaded before it. Its styles are.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, dependencies) => dependencies.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      checks: { bundlerTimings: false }, // a slow machine is no defect of the build
      output: {
        codeSplitting: {
          groups: [
            // The framework changes with its version only, so that browsers keep it from release to release.
            { name: "framework", test: /rolldown.runtime|\/node_modules\// },
            // What is there before any page, and the frame of most pages. The tabs of shared tasks would bring their texts to
            // every page.
            {
              name: "core",
              test: /\/src\/(app\/main|api\/gold|shared\/(visiblePolling|(layout(?!\/DeskTabs)|elements|forms|format|login)\/\w+))\.(ts|svelte)$/,
            },
            // Answers with marks: in the workspace, in adjudication and in the preview of a scheme.
            {
              name: "marking",
              test: /\/src\/shared\/(marking\/[\w.]+|keys\/(KeyCap|caps|commands|shortcuts|strokes)[\w.]*)$/,
            },
            { name: "workspace", test: /\/src\/pages\/annotate\/WorkspacePage\.svelte$/ },
            // What the workspace shows at once, and the frame of all pages. Further texts are a file a subject.
            ...Object.keys(complete).map((locale) => ({
              name: `texts-${locale}`,
              test: new RegExp(
                `/src/i18n/((accounts|annotate|keys|navigation|preferences)/)?${locale}\\.ts$`,
              ),
            })),
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000" } },
});
