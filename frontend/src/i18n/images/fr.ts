import type { French } from "../types";
import type en from "./en";

export default {
  name: "Images",
  one: "Image",
  place: "Image {at} sur {total}",
  tools: "Commandes de l’image",
  undescribed: "Image sans description\u00a0: {name}",
  previous: "Image précédente",
  next: "Image suivante",
  "zoom.in": "Agrandir",
  "zoom.out": "Réduire",
  "zoom.level": "Agrandissement : {n} ×",
  fit: "Ajuster",
  rotate: "Faire pivoter",
  failed: "L’image n’a pas pu être chargée.",
  again: "Réessayer",
} as const satisfies French<typeof en>;
