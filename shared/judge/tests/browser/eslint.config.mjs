import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["src/page/*.js"],
    languageOptions: { sourceType: "script", globals: globals.browser },
  },
  {
    files: ["tests/browser/*.mjs"],
    // What page.evaluate runs, it runs in the browser.
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
];
