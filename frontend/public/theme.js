// Applies the theme before the first paint. Its own file, because the content policy forbids inline scripts; everything else that
// a person has set waits for the page itself (src/shared/preferences/preferences.svelte.ts, which keeps what is read here): until then nothing is
// shown but the ground.
try {
  const { theme } = JSON.parse(localStorage.getItem("morel.preferences")).values;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept, or storage is refused: the system's theme stays.
}
