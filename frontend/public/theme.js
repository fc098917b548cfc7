// Applies a stored theme before the first paint. Its own file, because the content policy forbids inline scripts;
// the key is shared with src/ui/theme.svelte.ts.
try {
  const theme = localStorage.getItem("morel.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme stays.
}
