import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server's policy is `script-src 'self'; style-src 'self'`: nothing may be inlined into markup or data: URLs.
export default defineConfig(({ mode }) => ({
  base: "/static/app/",
  plugins: [svelte()],
  build: {
    outDir: "dist",
    target: ["chrome123", "firefox128", "safari17.5"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
