export default {
  "theme.name": "Theme",
  "theme.system": "System",
  "theme.light": "Light",
  "theme.dark": "Dark",
  "display.language": "Language",
  "display.language.browser": "As the browser",
  "display.size": "Text size",
  "display.leading": "Line height",
  "display.designed": "Sizes as designed",
  "display.waiting": "Kept in this browser, and sent when the server can be reached.",
  "display.failed": "This could not be changed.",
} as const;
