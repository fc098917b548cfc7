import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "Accord, {language} · {project}",
  "page.name": "Accord",
  "page.all": "toutes les langues",
  "page.path": "Où se trouve cette page",
  "live.figures": "Ce qui est arrivé depuis le calcul des chiffres apparaît en quelques secondes",
  "stamp.as-of": "État de {time}",
  "stamp.as-of.day": "État du {day}",
  "stamp.begun": "Calcul en cours",
  "stamp.saves": { one: "{n} enregistrement depuis", other: "{n} enregistrements depuis" },
  "stamp.changed": "quelque chose a changé depuis",
  "stamp.again": "Recalculer",
  "stamp.working": { one: "Calcul : {done} item sur {n}", other: "Calcul : {done} items sur {n}" },
  "stamp.waiting": "En attente de calcul…",
  "stamp.failed": "Le dernier calcul a échoué : {message}",
  "stamp.policy": "Calculé sous {was} ; le projet utilise maintenant {policy}.",
  "none.title": "Premier calcul en cours",
  "none.text":
    "Les intervalles, α, F1 et courbes coûtent trop cher pour chaque enregistrement. Ils apparaissent ici dans un instant.",
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
    "Où la moyenne pourrait aussi bien se trouver : on tire avec remise autant d’items qu’il y en a, 2 000 fois, à partir de la graine du projet. Les 95 % du milieu de ces moyennes sont l’intervalle.",
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
    "P est la part des segments de l’un qui partagent un caractère avec un segment de l’autre, R la même dans l’autre sens. 1 si aucun n’a de segments, 0 si un seul en a.",
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
  "plot.svg": "SVG",
  "plot.csv": "CSV",
  "plot.svg.label": "Télécharger en SVG : {plot}",
  "plot.csv.label": "Télécharger en CSV : {plot}",
  "plot.table": "En tableau",
  "plot.none": "Il n’y a rien à dessiner tant qu’aucun item n’a deux annotations.",
  "distribution.title": "Répartition des items",
  "distribution.note": "Items par accord ; trait : moyenne, barre : intervalle à 95 %, tirets : plancher 1/n",
  "distribution.label": {
    one: "Histogramme de l’accord de {n} item ; moyenne {mean}",
    other: "Histogramme de l’accord de {n} items ; moyenne {mean}",
  },
  "distribution.from": "De",
  "distribution.to": "À",
  "distribution.items": "Items",
  "distribution.axis": "accord",
  "curve.title": "Avec moins d’annotateurs",
  "curve.note": "Accord attendu de k annotateurs, sur tous leurs sous-ensembles",
  "curve.sampled": {
    one: "Pour {n} item de plus de 12 annotateurs, estimé sur 1 000 ordres tirés au sort ; barres : deux fois l’erreur type",
    other:
      "Pour {n} items de plus de 12 annotateurs, estimé sur 1 000 ordres tirés au sort ; barres : deux fois l’erreur type",
  },
  "curve.label": "Accord attendu selon le nombre d’annotateurs, de {first} à k = 2 jusqu’à {last} à k = {k}",
  "curve.label.many": {
    one: "Courbe de taille du groupe de {n} langue",
    other: "Courbes de taille du groupe de {n} langues",
  },
  "curve.axis": "annotateurs par item, k",
  "curve.k": "k",
  "curve.agreement": "Accord",
  "curve.error": "Erreur type",
  "languages.title": "Langues",
  "languages.caption": "Accord par langue, règle {policy}",
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
} as const satisfies French<typeof en>;
