/* The names of span labels, item labels and choices in the reader's language. */
import { locale } from "../i18n";
import type { Project, Scheme } from "./types";

interface Named {
  text: string;
  /** The text by language of the interface. */
  texts: Record<string, string>;
}

/** Returns the project with the scheme that its pages show. */
export function shownProject(project: Project): Project {
  return { ...project, scheme: inReadersLanguage(project.scheme) };
}

/**
 * Returns the scheme whose `text`s are in the language of the interface, where they are translated. They follow a change of the
 * language. Every scheme that is shown comes through here; the scheme editor reads `text` and `texts` as they are stored.
 */
export function inReadersLanguage(scheme: Scheme): Scheme {
  return {
    ...scheme,
    span_labels: scheme.span_labels.map(translated),
    item_labels: scheme.item_labels.map((label) => ({
      ...translated(label),
      choices: label.choices.map(translated),
      get text() {
        return readersText(label);
      },
    })),
  };
}

function translated<N extends Named>(named: N): N {
  return {
    ...named,
    get text() {
      return readersText(named);
    },
  };
}

function readersText({ text, texts }: Named): string {
  return texts[locale()] ?? text;
}
