import type { French } from "../types";
import type en from "./en";

export default {
  /* Reference pages */

  "reference.name": "Référence",
  "reference.wikipedia": "Wikipédia, {language}",
  "reference.text": "Texte de référence",
  "reference.publication": "Publication",
  "reference.revision": "version {revision}",
  "reference.open": "Ouvrir la page",
  "reference.contents": "Sommaire",
  "reference.top": "Début",
  "reference.link": "Le texte de cette référence n’est pas conservé ici. À lire à la source :",

  "find.name": "Chercher dans la page",
  "find.count": "{at} sur {total}",
  "find.none": "Aucune occurrence",
  "find.on": "Occurrence suivante (Entrée)",
  "find.back": "Occurrence précédente (Maj Entrée)",
  "find.alike": "La même date ou le même nombre, écrit autrement.",
  "find.near": "Pas mot pour mot. Le passage le plus proche est marqué.",
  "find.approach": "Chercher le passage le plus proche",
  "find.nothing": "Rien de semblable sur cette page.",

  "tabs.name": "Pages",
  "tab.waiting": "Chargement",
  "tab.failed": "Non disponible",
  "languages.count": { one: "{n} langue", other: "{n} langues" },

  "state.waiting": "Cette page est en cours de récupération. Elle apparaîtra ici d’elle-même.",
  "state.failed": "Cette page n’a pas pu être récupérée : {problem}",
  "state.cut":
    "Morel ne répond pas, et cette page n’est pas encore dans ce navigateur. Un nouvel essai se fait de lui-même.",
  "state.fetch": "La récupérer",
  "state.retry": "Réessayer",
  "problem.bad_answer": "ce qui est revenu n’est pas une réponse de Wikipédia.",
  "problem.bad_title": "aucune page ne peut porter ce titre.",
  "problem.busy": "Wikipédia est occupée.",
  "problem.changed": "la page a été modifiée pendant sa lecture.",
  "problem.failure": "une erreur s’est produite sur ce serveur.",
  "problem.missing": "aucune page ne porte ce titre.",
  "problem.namespace": "ce n’est pas un article, et seuls les articles se consultent ici.",
  "problem.off": "la récupération de pages est désactivée sur ce serveur.",
  "problem.other_wiki": "le titre mène à un autre wiki.",
  "problem.rate_limited": "Wikipédia demande moins de requêtes.",
  "problem.refused": "Wikipédia a refusé la requête.",
  "problem.server_error": "Wikipédia signale une erreur de serveur.",
  "problem.timeout": "Wikipédia n’a pas répondu à temps.",
  "problem.too_large": "la page est trop grande.",
  "problem.unreachable": "Wikipédia n’a pas pu être jointe.",

  "evidence.for": "Preuve pour « {quote} »",
  "evidence.detach": "Détacher",
  "evidence.attach": "Joindre la sélection",
  "evidence.sentence": "Sélectionner cette phrase",
  "evidence.instead": "Joindre à la place",
  "evidence.silent": "La référence est muette",
  "evidence.choose": "Sélectionnez le passage dans la page, ou cherchez-le.",
  "evidence.nomark": "Sélectionnez d’abord une marque : une preuve appartient à une marque.",
  "evidence.attached": "Preuve jointe pour « {quote} »",
  "evidence.show": "La montrer dans la page",
  "evidence.replace": "Remplacer « {text} »",
  "evidence.remove": "Retirer « {text} »",

  "link.remove": "Retirer {title}",

  "add.name": "Adresse ou titre de la page",
  "add.in": "Titres en",
  "add.ok": "Ajouter",
  "add.found": "Titres trouvés",
  "add.none": "Aucun titre ne commence par « {text} ».",
  "add.failed":
    "Les titres ne peuvent pas être cherchés maintenant : {problem} Une adresse peut toujours être collée.",
  "refusal.bad_address": "Ce n’est pas l’adresse d’une page web.",
  "refusal.bad_title": "Aucune page ne peut porter ce titre.",
  "refusal.namespace": "Ce n’est pas un article : seuls les articles se consultent ici.",
  "refusal.no_language": "L’adresse ne dit pas en quelle langue, comme dans de.wikipedia.org.",
  "refusal.no_title": "L’adresse ne nomme aucune page.",
  "refusal.not_https": "Les autres sources ne sont acceptées que par une adresse https.",
  "refusal.not_wikipedia": "Ce n’est pas l’adresse d’une page de Wikipédia.",
  "refusal.other_wiki": "C’est un autre wiki, pas une Wikipédia.",
  "refusal.scheme": "Ce n’est pas l’adresse d’une page web.",
  "refusal.too_long": "L’adresse est trop longue.",
  "refusal.unknown_language": "Il n’y a pas de Wikipédia dans cette langue.",

  /* References of a project */

  "references.title": "Références",
  "references.served": {
    one: "{served} item sur {n} a sa page Wikipédia",
    other: "{served} items sur {n} ont leur page Wikipédia",
  },
  "references.snapshots": { one: "{n} copie conservée", other: "{n} copies conservées" },
  "references.none":
    "Aucun item ne renvoie à une page Wikipédia. Ceux qui sont importés avec un wikipedia_url le font, et leurs pages se récupèrent ici.",
  "references.off":
    "La récupération de pages est désactivée sur ce serveur (MOREL_WIKIPEDIA). Les annotateurs voient l’adresse d’une page au lieu de son texte.",
  "references.unread": "L’état des références n’a pas pu être chargé",

  "fetch.missing": "Récupérer les références",
  "fetch.missing.title": "Récupère les pages qui ne sont pas encore enregistrées",
  "fetch.resume": "Reprendre la récupération",
  "fetch.all": "Tout récupérer à nouveau",
  "fetch.all.title":
    "Prend une nouvelle copie de chaque page qui a changé. Les items déjà montrés à un annotateur gardent la leur.",
  "fetch.stop": "Arrêter",
  "fetch.failed": "La récupération n’a pas pu démarrer",

  "run.waiting": "En attente de son tour",
  "run.running": "Pages demandées : {done} sur {n}",
  "run.text": "La récupération continue quand vous quittez cette page.",
  "run.stopped": "Arrêté à la page {done} sur {n}. Ce qui a été récupéré est conservé.",
  "run.ended": "Terminé avant la fin, à la page {done} sur {n}. Ce qui a été récupéré est conservé.",

  "problems.title": {
    one: "{n} page n’a pas pu être récupérée",
    other: "{n} pages n’ont pas pu être récupérées",
  },
  "problems.stored": "Une copie antérieure est là.",
  "problems.items": { one: "Item {items}", other: "Items {items}" },
  "problems.more": { one: "{items} et {n} autre", other: "{items} et {n} autres" },
  "problems.fix":
    "Si un titre n’existe pas, importez l’item avec un autre. Si une page n’a pas pu être jointe, réessayez.",
} as const satisfies French<typeof en>;
