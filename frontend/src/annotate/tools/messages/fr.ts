import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "marks.name": "Marques",
  "marks.remove": "Retirer « {quote} »",
  "marks.relabel": "Étiquette de « {quote} »",
  "marks.help":
    "Les flèches parcourent les marques, Entrée mène aux bords de l’une d’elles, Retour arrière la retire.",
  "skip.why": "Pourquoi passez-vous cet item ?",
  "skip.example": "Par exemple : pas dans une langue que je lis",
  "skip.missing": "Dites pourquoi : les responsables le lisent.",
  "skip.ok": "Passer",
  "strip.name": "Marque sélectionnée",
  "strip.start": "Début",
  "strip.end": "Fin",
  "strip.start.back": "Commencer un caractère plus tôt",
  "strip.start.on": "Commencer un caractère plus tard",
  "strip.end.back": "Finir un caractère plus tôt",
  "strip.end.on": "Finir un caractère plus tard",
  "strip.remove": "Retirer la marque",
  "handle.start": "Glisser pour déplacer le début",
  "handle.end": "Glisser pour déplacer la fin",
  "selection.name": "Texte sélectionné",
  "selection.mark": "Marquer",
  "selection.key": "Enter",
  "chooser.name": "Quelle marque ?",
  "evidence.name": "Preuve",
  "evidence.add": "Ajouter une preuve pour « {quote} »",
  "evidence.count": { one: "{n} preuve pour « {quote} »", other: "{n} preuves pour « {quote} »" },
  "evidence.lacking": {
    one: "Chaque marque demande une preuve, et {n} n’en a pas.",
    other: "Chaque marque demande une preuve, et {n} n’en ont pas.",
  },
  "evidence.lacking.show": "Montrer la suivante",
} satisfies French<typeof en>;
