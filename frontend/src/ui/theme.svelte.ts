/* The person's choice of theme. public/theme.js reads the same key before the first paint. */

export type Theme = "system" | "light" | "dark";

const KEY = "morel.theme";

class ThemeStore {
  #choice = $state<Theme>(stored());

  get choice(): Theme {
    return this.#choice;
  }

  set choice(theme: Theme) {
    this.#choice = theme;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Storage is refused: the choice holds until the tab is closed.
    }
  }
}

export const theme = new ThemeStore();

function stored(): Theme {
  const shown = document.documentElement.dataset["theme"];
  return shown === "light" || shown === "dark" ? shown : "system";
}
