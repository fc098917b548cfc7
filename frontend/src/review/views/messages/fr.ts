import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "views.name": "Vues enregistrées",
  "views.shared": "partagée",
  "views.theirs": "partagée avec vous",
  "views.keep": "Enregistrer la vue",
  "views.change": "Modifier la vue « {name} »",
  "views.change.short": "Modifier la vue",
  "views.field": "Nom",
  "views.share": "Pour tous les responsables du projet",
  "views.save": "Enregistrer",
  "views.delete": "Supprimer",
  "views.deleted": "« {name} » est supprimée.",
  "views.undo": "Annuler",
  "export.csv": "Télécharger cette liste en CSV",
  "export.csv.short": "CSV",
  "export.jsonl": "Télécharger cette liste en JSONL",
  "export.jsonl.short": "JSONL",
} as const satisfies French<typeof en>;
