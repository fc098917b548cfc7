// Applies theme and text size before the first paint. Its own file, because the content policy forbids inline scripts. They are those
// of the session, which the server has written into the page, else those that this browser has kept
// (src/shared/preferences/preferences.svelte.ts).
{
  const { dataset, style } = document.documentElement;
  let { textSize, lineHeight } = dataset;
  if (textSize === undefined) {
    try {
      const { values } = JSON.parse(localStorage.getItem("morel.preferences"));
      if (values.theme === "light" || values.theme === "dark") dataset.theme = values.theme;
      textSize = values.text_size;
      lineHeight = values.line_height;
    } catch {
      // Nothing is kept, or storage is refused: the system's theme stays.
    }
  }
  if (Number(textSize)) style.setProperty("--text-size", textSize);
  if (Number(lineHeight)) style.setProperty("--line-height", lineHeight);
}
