import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import { layers } from "./scripts/layers.js";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "node_modules", "src/api/schema.d.ts"] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: [".svelte"] },
    },
    rules: {
      // A cast hides what the compiler would have found; `as const` stays allowed.
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      // JSON and history.state arrive as `any` and are given their type where they come in.
      "@typescript-eslint/no-unsafe-assignment": "off",
      // Links are plain paths: the router intercepts them, there is no SvelteKit to resolve them.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    // Only svelte-check sees through the types of generic components.
    rules: { "@typescript-eslint/no-unsafe-return": "off", "@typescript-eslint/no-unsafe-argument": "off" },
  },
  {
    files: ["src/**"],
    plugins: { morel: { rules: { layers } } },
    rules: { "morel/layers": "error" },
  },
  {
    files: ["src/text/**"],
    rules: {
      "no-restricted-imports": ["error", { patterns: ["svelte", "svelte/*"] }],
      "no-restricted-globals": ["error", "fetch"],
    },
  },
  { files: ["*.config.js", "scripts/**", "public/**"], ...ts.configs.disableTypeChecked },
);
