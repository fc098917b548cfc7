import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "notice.text":
    "{time} sur cet item jusqu’ici. Prenez le temps qu’il faut\u202f; s’il ne se laisse pas trancher, dites que vous hésitez, ou passez-le.",
  "notice.hide": "Masquer cet avis",
} as const satisfies French<typeof en>;
