import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "views.name": "Vistas guardadas",
  "views.shared": "compartida",
  "views.theirs": "compartida contigo",
  "views.keep": "Guardar la vista",
  "views.change": "Cambiar la vista «{name}»",
  "views.change.short": "Cambiar la vista",
  "views.field": "Nombre",
  "views.share": "Para todos los responsables del proyecto",
  "views.save": "Guardar",
  "views.delete": "Eliminar",
  "views.deleted": "«{name}» se ha eliminado.",
  "views.undo": "Deshacer",
  "export.csv": "Descargar esta lista como CSV",
  "export.csv.short": "CSV",
  "export.jsonl": "Descargar esta lista como JSONL",
  "export.jsonl.short": "JSONL",
} as const satisfies Spanish<typeof en>;
