import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// What such a file imports must not be what other files have loaded.
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/;
const isolated = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((file) => `src/${file}`)
  .filter((file) => file.endsWith(".test.ts") && replacesModules.test(readFileSync(file, "utf8")));

export default defineConfig({
  plugins: [svelte()],
  // Without the browser condition Vitest would load Svelte's server build, which cannot mount.
  resolve: { conditions: ["browser"] },
  test: {
    // Files share one environment in each worker, which takes a third of the time. Files that replace modules have one each.
    projects: [
      {
        extends: true,
        test: { name: "shared", include: ["src/**/*.test.ts"], exclude: isolated, isolate: false },
      },
      { extends: true, test: { name: "isolated", include: isolated } },
    ],
    environment: "jsdom",
    setupFiles: ["src/i18n/load.testing.ts"],
    // What a busy machine still makes.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
