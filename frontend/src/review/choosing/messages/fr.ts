import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "choose.row": "Choisir {id}",
  "choose.all": "Toute cette liste",
  "bar.name": "Que faire des items choisis",
  "bar.all": "Toute cette liste est choisie",
  "bar.some": {
    one: "{n} item choisi",
    other: "{n} items choisis",
  },
  "bar.clear": "Ne rien choisir",
  "bar.assign.who": "Attribuer à",
  "bar.assign.do": "Attribuer",
  "bar.take": "Reprendre",
  "bar.take.title": "À qui les tient sans les avoir envoyés",
  "bar.reopen": "Rouvrir",
  "bar.reopen.title": "Ce qui était envoyé redevient un brouillon jusqu’au prochain envoi",
  "done.assign": {
    one: "{n} item est attribué à {name}.",
    other: "{n} items sont attribués à {name}.",
  },
  "done.take": {
    one: "{n} item a été repris.",
    other: "{n} items ont été repris.",
  },
  "done.reopen": {
    one: "{n} annotation est rouverte.",
    other: "{n} annotations sont rouvertes.",
  },
  "done.nothing": "Il n’y avait rien à changer.",
  "done.undo": "Annuler",
  "done.undone": "Annulé.",
} as const satisfies French<typeof en>;
