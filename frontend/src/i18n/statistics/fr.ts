import type { French } from "../types";
import type en from "./en";

export default {
  /* Agreement */

  "page.title": "Accord, {language} · {project}",
  "page.name": "Accord",
  "page.all": "toutes les langues",
  "page.path": "Où se trouve cette page",
  "live.figures": "Les changements survenus depuis le calcul s’affichent en quelques secondes",
  "stamp.as-of": "État de {time}",
  "stamp.as-of.day": "État du {day}",
  "stamp.begun": "Calcul en cours",
  "stamp.saves": { one: "{n} enregistrement depuis", other: "{n} enregistrements depuis" },
  "stamp.changed": "quelque chose a changé depuis",
  "stamp.again": "Recalculer",
  "stamp.working": { one: "Calcul : {done} item sur {n}", other: "Calcul : {done} items sur {n}" },
  "stamp.waiting": "En attente de calcul…",
  "stamp.failed": "Le dernier calcul a échoué : {message}",
  "stamp.policy": "Calculé selon {was} ; le projet utilise maintenant {policy}.",
  "none.title": "Premier calcul en cours",
  "none.text":
    "Les intervalles, α, F1 et courbes sont trop lents à mettre à jour à chaque enregistrement. Ils apparaissent ici dans un instant.",
  "head.name": "IoU de multiensembles",
  "head.counted": { one: "moyenne sur {n} item avec n ≥ 2", other: "moyenne sur {n} items avec n ≥ 2" },
  "head.items": { one: "{n} item en tout", other: "{n} items en tout" },
  "head.n": "{range} annotateurs par item",
  "head.range": "{least}–{most}",
  "head.interval": "intervalle à 95 % : {low} – {high}",
  "head.floor": "plancher 1/n : {floor}",
  "head.mixed":
    "Des items avec n = {ns} sont mêlés ici : leurs valeurs ont des planchers différents et ne se comparent pas.",
  "undefined.no_items": "indéfini : il n’y a pas d’items",
  "undefined.no_spans": "indéfini : le schéma n’a pas de segments",
  "undefined.no_pairs": "indéfini : aucun item n’a deux annotations",
  "undefined.one_item": "indéfini : un seul item n’a pas de dispersion",
  "undefined.nothing_marked": "indéfini : personne n’a rien marqué",
  "undefined.all_marked": "indéfini : tout le monde a tout marqué",
  "undefined.no_values": "indéfini : personne n’a choisi les deux étiquettes",
  "undefined.one_value": "indéfini : une seule valeur a été choisie",
  "measures.title": "Mesures",
  "measures.note": "Ouvrez un nom pour son sens, sa formule et un exemple.",
  "name.agreement": "IoU de multiensembles",
  "name.interval": "Intervalle à 95 %",
  "name.alpha": "α de Krippendorff",
  "name.character_f1": "F1 par caractères",
  "name.exact_f1": "F1 par segments exacts",
  "name.overlap_f1": "F1 par recouvrement",
  "name.curve": "Courbe de taille du groupe",
  "name.label_alpha": "α de Krippendorff",
  "name.percentage": "Pourcentage d’accord",
  "name.chi_square": "χ²",
  "name.cramers_v": "V de Cramér",
  "explain.agreement":
    "Quelle part de ce que quelqu’un a marqué a été marquée par tous : tous les caractères marqués, chacun autant de fois qu’il l’a été, sur n fois ceux que quelqu’un a marqués. 1 si personne n’a rien marqué. Jamais moins que 1/n.",
  "example.agreement":
    "Ada marque 25 caractères, Bo 11 de ceux-ci, Chen 13 de ceux-ci : 49 / (3 · 25) = 0,653. La valeur d’une langue est la moyenne sur ses items.",
  "explain.interval":
    "La plage où la moyenne se trouverait probablement pour d’autres items\u00a0: on tire les items avec remise 2\u202f000 fois, à partir de la graine du projet. L’intervalle contient les 95\u202f% du milieu de ces moyennes.",
  "example.interval":
    "0,677 [0,657 ; 0,697] : un autre jeu d’items semblable aurait rarement une moyenne au dehors.",
  "explain.alpha":
    "Un moins le désaccord observé sur le désaccord attendu, pour tous les caractères de tous les items réunis, marqués ou non. k des n annotateurs marquent un caractère ; des N votes en tout, M sont des marques. 1 est l’accord total, 0 celui du hasard.",
  "example.alpha":
    "Dans une réponse de 50 caractères, trois annotateurs donnent 150 votes, dont 49 marques ; 18 caractères sont marqués par certains sans l’être par tous, et chacun ajoute 1 : 1 − 149 · 18 / (49 · 101) = 0,458.",
  "explain.character_f1":
    "Pour chaque paire d’annotateurs : deux fois les caractères marqués par les deux, sur ceux que chacun a marqués. Moyenne sur les paires, puis sur les items. 1 si ni l’un ni l’autre n’a rien marqué.",
  "example.character_f1":
    "Ada marque 25 caractères, Bo 11, tous parmi ceux d’Ada : 2 · 11 / (25 + 11) = 0,611.",
  "explain.exact_f1":
    "De même avec des segments entiers : deux fois les segments que les deux ont du même début à la même fin, sur les segments des deux.",
  "example.exact_f1": "Ada a deux segments, Chen l’un de ces deux : 2 · 1 / (2 + 1) = 0,667.",
  "explain.overlap_f1":
    "P est la part des segments du premier annotateur qui partagent un caractère avec un segment du second, R la même dans l’autre sens. 1 si aucun n’a de segments, 0 si un seul en a.",
  "example.overlap_f1":
    "Ada a deux segments, Chen l’un de ces deux : P = ½, R = 1, donc 2 · ½ · 1 / (½ + 1) = 0,667.",
  "explain.curve":
    "Quel accord attendre de 2, 3, … annotateurs : la moyenne sur tous les groupes de k annotateurs d’un item, puis sur les items. Un item qui en a moins compte avec tous les siens. Elle baisse avec k parce que son plancher baisse.",
  "example.curve":
    "Trois annotateurs dont les paires ont 0,720, 0,760 et 0,706 : deux annotateurs donneraient 0,729, trois donnent 0,653.",
  "explain.label_alpha":
    "Un moins le désaccord observé sur le désaccord attendu ; les unités sont les items, dont n_c des n annotations ont choisi c. N et N_c sont les mêmes sur tous les items.",
  "example.label_alpha": "Trois items, avec les choix oui oui, oui non, non non : 1 − 5 · 2 / 18 = 0,444.",
  "explain.percentage":
    "La part des paires d’annotations d’un item qui ont choisi de même, moyenne sur les items.",
  "example.percentage": "Trois items, avec les choix oui oui, oui non, non non : (1 + 0 + 1) / 3 = 0,667.",
  "explain.chi_square":
    "À quel point les effectifs O s’écartent de ce que lignes et colonnes donneraient seules, E. Sans correction ; les annotations d’un item dépendent les unes des autres, ce n’est donc pas un test.",
  "example.chi_square": "Effectifs 9, 3 / 1, 7 : attendus 6, 6 / 4, 4, donc 9/6 + 9/6 + 9/4 + 9/4 = 7,5.",
  "explain.cramers_v":
    "χ² ramené à une échelle de 0, les étiquettes n’ont rien à voir l’une avec l’autre, à 1.",
  "example.cramers_v": "χ² = 7,5 sur 20 annotations en deux lignes et deux colonnes : √(7,5 / 20) = 0,612.",
  "plot.none": "Il n’y a rien à dessiner tant qu’aucun item n’a deux annotations.",
  "languages.title": "Langues",
  "languages.caption": "Accord par langue, politique {policy}",
  "languages.language": "Langue",
  "languages.n": "n",
  "languages.counted": "Items comptés",
  "labels.spans": "Par étiquette de segment",
  "labels.items": "Étiquettes d’item",
  "labels.label": "Étiquette",
  "labels.n": "Annotations",
  "table.title": "{rows} × {columns}",
  "table.caption": {
    one: "{n} annotation qui choisit les deux étiquettes",
    other: "{n} annotations qui choisissent les deux étiquettes",
  },
  "table.total": "Tout",
  "table.freedom": { one: "{n} degré de liberté", other: "{n} degrés de liberté" },
  "table.dependent": "Les annotations d’un item dépendent les unes des autres : χ² décrit, il ne teste pas.",
  "behind.annotations": {
    one: "{n} annotation\u00a0: son item",
    other: "{n} annotations\u00a0: leurs items, chacun une fois",
  },

  /* Overview */

  "overview.title": "Vue d’ensemble de {project}",

  "live.on": "En direct",
  "live.title": "Ce qui change s’affiche dans la seconde",
  "live.lost": "Reconnexion, depuis {time}",
  "live.lost.title": "Actualisé toutes les {n} secondes jusqu’au retour de la connexion directe",
  "live.none": "Toutes les {n} secondes",
  "live.none.title": "Aucune connexion directe au serveur\u00a0: les statistiques sont rechargées",
  "live.off": "État de {time}",
  said: {
    one: "Accord {agreement}, {done} item complet sur {n}",
    other: "Accord {agreement}, {done} items complets sur {n}",
  },
  "refresh.failed": "Les statistiques n’ont pas pu être rechargées",

  "recomputing.far": {
    one: "Recalcul selon {policy} : {done} item sur {n}.",
    other: "Recalcul selon {policy} : {done} items sur {n}.",
  },
  "recomputing.failed": "En pause\u00a0: {reason}",
  "recomputing.go-on": "Reprendre dans les réglages",
  "recomputing.until": "D’ici là, tous les chiffres sont ceux de {policy}.",

  "figure.name": "Accord, toutes langues",
  "figure.none": "–",
  "figure.counted": { one: "{n} item avec n ≥ 2", other: "{n} items avec n ≥ 2" },
  "figure.policy": "IoU de multiensembles · {policy}",
  "progress.complete": { one: "{done} item complet sur {n}", other: "{done} items complets sur {n}" },
  "progress.everyone": "Tout le monde annote tout : une langue est complète quand vous la fermez.",
  "annotations.count": { one: "{n} annotation", other: "{n} annotations" },
  "annotations.range": "{range} par item",
  "annotations.surplus": { one: "{n} en surplus, non comptée", other: "{n} en surplus, non comptées" },
  "annotations.surplus.title":
    "Soumises quand l’item avait déjà toutes ses annotations. Gardées, mais non comptées.",

  "overview.caption": "Avancement et accord par langue, politique {policy}",
  "table.language": "Langue",
  "table.complete": "Complets",
  "table.n": "n",
  "table.n.title": "Annotations comptées d’un item, de la plus petite à la plus grande valeur",
  "table.agreement": "Accord",
  "table.counted": "Comptés",
  "table.counted.title": "Items avec n ≥ 2, sur lesquels porte la moyenne de l’accord",
  "table.floor": "Plancher",
  "table.floor.title": "1/n pour l’item le plus annoté : aucun accord ne peut être plus bas",
  "table.axis.start": "0",
  "table.axis": "tirets : plancher 1/n",
  "table.axis.end": "1",
  "table.annotations": "Annotations",
  "table.over-full": "En excès",
  "table.over-full.title": "Items avec plus d’annotations que leur redondance ; toutes comptent",
  "table.gold": "Télécharger",
  "table.closing": "Langue",

  "cell.number": "{n}",
  "cell.range": "{least}–{most}",
  "cell.agreement": "Accord, {language} : {agreement}",
  "cell.complete": "{done} items complets sur {total}",
  "cell.total": " / {n}",
  "cell.closed": "fermée",
  "cell.none": "–",

  "plot.label": "{language} : accord {agreement}, plancher {floor}",
  "overview.plot.none": "{language} : pas encore d’accord",

  "gold.plain": "Gold",
  "gold.extra": "Gold + brut",
  "gold.plain.label": "Gold, {language}",
  "gold.extra.label": "Gold + annotations brutes, {language}",
  "gold.saved": "{language} : gold téléchargé, aucun item laissé de côté.",
  "gold.left-out": {
    one: "{language} : gold téléchargé. {n} item est laissé de côté, faute d’annotations suffisantes.",
    other: "{language} : gold téléchargé. {n} items sont laissés de côté, faute d’annotations suffisantes.",
  },
  "gold.empty":
    "{language} : rien à télécharger pour l’instant. Le gold est fait des items qui ont toutes les annotations voulues.",
  "gold.failed": "{language} : le gold n’a pas pu être téléchargé",

  "closing.close": "Fermer",
  "closing.open": "Rouvrir",
  "closing.close.label": "Fermer, {language}",
  "closing.open.label": "Rouvrir, {language}",
  "closing.failed": "{language} : la modification n’a pas pu être faite",

  "worst.title": "Là où les avis divergent",
  "worst.note": "Accord le plus bas d’abord · {policy}",
  "worst.all": "Tous les items",
  "worst.none": "Aucun item n’a encore deux annotations. Le premier qui en aura deux apparaîtra ici.",

  "empty.items.title": "Pas encore d’items",
  "empty.items.text":
    "Les items sont les questions et les réponses à marquer. Importez-en un fichier et le travail peut commencer ; cette page montrera alors son avancement et l’accord entre les personnes.",
  "empty.items.import": "Importer des items",
  "empty.implied.title": "Tous les items ont une réponse vide ({n})",
  "empty.implied.text":
    "Une réponse vide compte comme une abstention : personne n’annote ces items. Le gold et les publications les contiennent.",
  "empty.annotations.title": "Personne n’a encore annoté",
  "empty.annotations.text":
    "Dites aux annotateurs de ce projet qu’ils peuvent commencer : après connexion, ils reçoivent le premier item. Des annotations faites ailleurs peuvent être importées.",
  "empty.annotations.people": "Inviter des personnes",
  "empty.annotations.import": "Importer des annotations",
  "empty.annotations.begin": "Annoter vous-même",

  /* Breakdowns */

  "tables.title": "Répartitions",
  "tables.of": "Répartitions de {project}",
  "tables.running": "Calcul en cours…",
  "tables.as-of": "Calculé {when}",
  "tables.as-of.day": "Calculé le {day}",
  "tables.never": "Pas encore calculé",
  "tables.done": "Calcul terminé",
  "tables.failed": "Le dernier calcul a échoué : {message}",
  "tables.again": "Recalculer",
  "tables.empty": "Il n’y a encore rien à comparer.",
  number: "{n}",
  n: "n = {n}",
  "done.title": "Fait et prévu",
  "done.title.everyone": "Fait par langue",
  "done.note": "Annotations comptées, sur celles qu’il faut aux items. À jour.",
  "done.note.everyone": "Annotations comptées. À jour.",
  "done.note.above":
    "Certains items en ont plus qu’il ne leur en faut ; dans la part, cela compense ce qui manque à d’autres.",
  "done.language": "Langue",
  "done.annotations": "Fait",
  "done.planned": "Prévu",
  "done.share": "Part",
  "done.complete": "Items complets",
  "done.over-full": "Items en excès",
  "done.open": "Items ouverts",
  "models.title": "Hallucinations par modèle et langue",
  "models.note":
    "Part des items avec gold\u202f; en dessous, la part des caractères gold et n, les items ayant une annotation comptée · {policy}",
  "models.model": "Modèle",
  "models.none": "Aucun indiqué",
  "models.cell": {
    one: "{part} item sur {n} a du gold",
    other: "{part} items sur {n} ont du gold",
  },
  "models.characters": "{share} des caractères",
  "matrix.title": "Accord des annotateurs deux à deux",
  "matrix.note":
    "IoU de multiensembles moyen de deux annotateurs sur leurs items partagés (n)\u202f; le minimum est un demi · {policy}",
  "matrix.annotator": "Annotateur",
  "matrix.cell": {
    one: "{one} et {other} : {n} item partagé",
    other: "{one} et {other} : {n} items partagés",
  },
  "days.title": "Travail par jour",
  "days.note": "Annotations soumises ici et comptées, par jour (UTC). Chaque jour mène à ses items.",
  "days.label": {
    one: "{n} annotation dans les jours affichés, {most} le jour le plus actif",
    other: "{n} annotations dans les jours affichés, {most} le jour le plus actif",
  },
  "days.day": "Jour",
  "days.annotations": "Annotations",
  "figure.counted.labels": {
    one: "{n} item avec les étiquettes de deux personnes",
    other: "{n} items avec les étiquettes de deux personnes",
  },
  "figure.labels": "pourcentage d’accord sur les étiquettes",
  "progress.outside": {
    one: "{n} autre item a des annotations et n’est pas donné aux annotateurs.",
    other: "{n} autres items ont des annotations et ne sont pas donnés aux annotateurs.",
  },
  "table.counted.labels": "Items avec les étiquettes de deux personnes, dont l’accord est la moyenne",
  "worst.note.labels": "Pourcentage d’accord sur les étiquettes le plus bas d’abord",
  "labels.shares": "Parts des choix",
  "labels.used": "Items qui l’emploient",
  "labels.used-agreement": "IoU de multiensembles sur ceux-ci",
  "labels.unused": "personne ne l’a employée",
  "labels.spans.note":
    "Les autres mesures portent sur tous les items : là où personne n’a employé l’étiquette, l’accord vaut 1.",
  "labels.pairs": "Paires d’annotateurs, avec le κ de Cohen",
  "labels.crossed": "Gold par champ",
  "head.counted.labels": { one: "sur {n} item avec n ≥ 2", other: "sur {n} items avec n ≥ 2" },
  "head.percentage": "{share} des paires sont d’accord",
  "head.votes": "annotations : {n}",
  "matrix.some":
    "Sont montrés {shown} annotateurs sur {n} : ceux qui partagent le plus d’items avec d’autres.",
  "kappa.title": "κ de Cohen des annotateurs deux à deux, {label}",
  "kappa.note":
    "Sur les items que les deux ont étiquetés (n)\u202f; 1 est l’accord complet, 0 l’accord dû au hasard.",
  "kappa.cell": "{one} et {other} : items partagés : {n}, même choix sur {share}",
  "kappa.undefined": "une seule valeur",
  "interval.few": "à partir de {n} items",
  "interval.label": "{language} : accord {agreement}, intervalle à 95 % de {low} à {high}",
  "languages.note":
    "Intervalles à partir de {n} items. Tirets : plancher 1/n. Point creux : moins de {n} items · {policy}",
  "languages.plot": "Accord de 0 à 1",
  "languages.least": "Minimum d’annotations",
  "languages.most": "Maximum d’annotations",
  "languages.low": "Intervalle, bas",
  "languages.high": "Intervalle, haut",
  "models.legend": "Part des items avec gold, en pourcentage",
  "models.file":
    "Part des items et des caractères avec gold ; n : items avec une annotation comptée ; {policy}",
  "models.items": "Items avec gold",
  "models.share": "Caractères gold",
  "matrix.legend": "Accord de deux annotateurs",
  "matrix.few": "n < {n}",
  "matrix.file": "IoU de multiensembles moyen de deux annotateurs ; n : items partagés ; {policy}",
  "kappa.name": "κ de Cohen",
  "kappa.legend": "κ de Cohen de deux annotateurs",
  "days.y": "Annotations",
  "days.x": "Jour de soumission, UTC ({years})",
  "report.title": "Rapport",
  "report.of": "Rapport sur {project}",
  "report.open": "Créer un rapport",
  "report.purpose":
    "Avancement et accord pour une réunion : imprimez-le ou téléchargez-le en un seul fichier, lisible sans serveur.",
  "report.print": "Imprimer",
  "report.download": "Télécharger le rapport",
  "report.made": "{day} · normalisation des segments {policy} · {host}",

  "name.claim_kappa": "κ de Cohen, moyenne des paires",
  "name.claim_alpha": "α de Krippendorff des affirmations",
  "explain.claim_kappa":
    "Accord corrigé du hasard de chaque paire d’annotateurs sur les affirmations que les deux ont jugées. La valeur est la moyenne des paires ; les paires où les deux n’ont choisi qu’une seule valeur n’ont pas de κ.",
  "example.claim_kappa":
    "Deux annotateurs sont d’accord sur 5 affirmations sur 6 ; l’un en trouve 3 incorrectes, l’autre 2 : p_e = 3/6 · 2/6 + 3/6 · 4/6 = 1/2, κ = 0,667.",
  "explain.claim_alpha":
    "Accord corrigé du hasard de tous les annotateurs à la fois. Les unités sont les affirmations, les valeurs correcte et incorrecte.",
  "example.claim_alpha":
    "Quatre affirmations de trois annotateurs, que 2, 1, 0 et 0 trouvent incorrectes, et deux de deux annotateurs, 2 et 0 : 1 − 15 · 4 / 110 = 0,455.",
  "claims.title": "Affirmations",
  "claims.note":
    "Chaque annotateur compté juge chaque affirmation correcte ou incorrecte. La politique n’y change rien.",
  "claims.counted": "Affirmations comptées",
  "claims.judgements": "Jugements",
  "claims.incorrect": "Jugées incorrectes",
  "claims.pairs": "Paires",
} as const satisfies French<typeof en>;
