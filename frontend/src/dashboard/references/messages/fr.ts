import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "references.title": "Références",
  "references.served": {
    one: "{served} élément sur {n} a sa page Wikipédia",
    other: "{served} éléments sur {n} ont leur page Wikipédia",
  },
  "references.snapshots": { one: "{n} copie conservée", other: "{n} copies conservées" },
  "references.none":
    "Aucun élément ne renvoie à une page Wikipédia. Ceux qui sont importés avec un wikipedia_url le font, et leurs pages se récupèrent ici.",
  "references.off":
    "La récupération de pages est désactivée sur ce serveur (MOREL_WIKIPEDIA). Les annotateurs voient l’adresse d’une page au lieu de son texte.",
  "references.unread": "L’état des références n’a pas pu être lu",

  "fetch.missing": "Récupérer les références",
  "fetch.missing.title": "Récupère les pages dont rien n’est encore conservé",
  "fetch.resume": "Continuer la récupération",
  "fetch.all": "Tout récupérer à nouveau",
  "fetch.all.title":
    "Prend une nouvelle copie de chaque page qui a changé. Les éléments déjà montrés gardent la leur.",
  "fetch.stop": "Arrêter",
  "fetch.failed": "Cela n’a pas pu commencer",

  "run.waiting": "En attente de son tour",
  "run.running": "Pages demandées : {done} sur {n}",
  "run.text": "Cela continue quand vous quittez cette page.",
  "run.stopped": "Arrêté à la page {done} sur {n}. Ce qui a été récupéré est conservé.",
  "run.ended": "Terminé avant la fin, à la page {done} sur {n}. Ce qui a été récupéré est conservé.",

  "problems.title": {
    one: "{n} page n’a pas pu être obtenue",
    other: "{n} pages n’ont pas pu être obtenues",
  },
  "problems.stored": "Une copie antérieure est là.",
  "problems.items": { one: "Élément {items}", other: "Éléments {items}" },
  "problems.more": { one: "{items} et {n} autre", other: "{items} et {n} autres" },
  "problems.fix":
    "Ce qui n’existe pas sous son titre est à importer sous un autre ; ce qui n’a pas été joint peut être réessayé.",
} as const satisfies French<typeof en>;
