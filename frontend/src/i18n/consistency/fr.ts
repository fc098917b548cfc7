import type { French } from "../types";
import type en from "./en";

export default {
  "broken.any": "Du texte est marqué, mais « {label} » vaut « {choice} ».",
  "broken.none": "Rien n’est marqué, mais « {label} » vaut « {choice} ».",
  "broken.mark": "Du texte est marqué « {mark} », mais « {label} » vaut « {choice} ».",
  "broken.choice": "« {other} » vaut « {value} », mais « {label} » vaut « {choice} ».",
  overridden: "Soumis malgré cela\u00a0: {sentence}",

  "ask.name": "Contradiction",
  "ask.hint": "Modifiez l’un des deux, ou soumettez de nouveau pour garder les deux.",
  "ask.go": "Aller à « {label} »",
} as const satisfies French<typeof en>;
