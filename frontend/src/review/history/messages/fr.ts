import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "history.title": "Historique",
  "history.empty": "Rien n’est encore arrivé à cet item.",
  "history.given": "l’a reçu",
  "history.expired": "l’a reçu, puis il est revenu après un moment",
  "history.skipped": "l’a reçu et passé",
  "history.skipped.why": "l’a reçu et passé : {reason}",
  "history.submitted": "a soumis",
  "history.imported": "importé",
  "history.revision": "révision {n}",
  "history.marks": { one: "{n} marque", other: "{n} marques" },
  "history.nothing": "rien à marquer",
  "history.excluded": "a été exclu",
  "history.excluded.why": "a été exclu : {reason}",
  "history.in-force": "en vigueur",
  "history.between": " · ",
  "history.by": "{what} · par {by}",
  "history.included": "compte à nouveau",
  "history.included.by": "compte à nouveau · par {by}",
  "history.decided": "a décidé",
  "history.decided.why": "a décidé\u00a0: {note}",
  "history.withdrawn": "a retiré la décision",
} as const satisfies French<typeof en>;
