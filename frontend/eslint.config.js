import { readdirSync } from "node:fs";
import js from "@eslint/js";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/* The layers of src/, the lowest first. A file imports from its own layer and from those below it; a page never imports another
   page. Of app/, the modules that know addresses stand below the pages, which link through them. */
const ROUTING = "pageTable.ts|paths.ts|followedLink.ts|router.svelte.ts";
const layers = [
  ["text", "./src/text/**"],
  ["i18n", "./src/i18n/**"],
  ["api", "./src/api/**"],
  ["saving", "./src/saving/**"],
  ["the routing in app", `./src/app/@(${ROUTING})`],
  ["shared", "./src/shared/**"],
  ["pages", "./src/pages/**"],
  ["app", `./src/app/!(${ROUTING})`],
];
const zones = layers.slice(0, -1).map(([name, target], position) => ({
  target,
  from: layers.slice(position + 1).map(([, above]) => above),
  message: `This layer is above ${name}.`,
}));
const pageZones = readdirSync("src/pages").map((subject) => ({
  target: `./src/pages/${subject}/**`,
  from: [`./src/pages/!(${subject})/**`],
  message: "A page does not import another page: what both need goes to shared/.",
}));
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
    plugins: { "import-x": importX },
    settings: {
      "import-x/extensions": [".ts", ".svelte"],
      "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".d.ts", ".svelte"] })],
    },
    rules: {
      "import-x/no-restricted-paths": ["error", { zones: [...zones, ...pageZones] }],
      "import-x/no-unresolved": "error",
    },
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
