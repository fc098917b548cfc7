import type { French } from "../types";
import type en from "./en";

export default {
  "plot.svg": "SVG",
  "plot.csv": "CSV",
  "plot.svg.label": "Télécharger en SVG : {plot}",
  "plot.csv.label": "Télécharger en CSV : {plot}",
  "plot.table": "En tableau",
  "distribution.title": "Items selon l’accord",
  "distribution.note":
    "{n} items avec n ≥ 2 · {policy} · trait : moyenne, barre : intervalle à 95 %, tirets : plancher 1/n",
  "distribution.label": {
    one: "Histogramme de l’accord de {n} item ; moyenne {mean}",
    other: "Histogramme de l’accord de {n} items ; moyenne {mean}",
  },
  "distribution.from": "De",
  "distribution.to": "À",
  "distribution.items": "Items",
  "distribution.axis": "Accord d’un item (IoU de multiensembles)",
  "curve.title": "Accord avec moins d’annotateurs",
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
  "curve.axis": "Annotateurs par item, k",
  "curve.k": "k",
  "curve.agreement": "Accord",
  "curve.error": "Erreur type",
  "votes.title": "Items selon les votes, {label}",
  "votes.majority": "Majorité la plus fréquente : {choice}, {share} de {n} items ; égalités : {ties}",
  "votes.no-majority": "Aucun item n’a de majorité.",
  "votes.label": "Items selon le partage des votes, {label} ; items : {n}",
  "votes.split": "Votes",
  "plot.latex": "LaTeX",
  "plot.latex.label": "Télécharger en LaTeX : {plot}",
  "distribution.mean": "moyenne {mean}",
  "curve.y": "Accord attendu (IoU de multiensembles)",
  "curve.y.broken": "Accord attendu (IoU de multiensembles) ; axe interrompu sous {value}",
  "curve.shown": "{shown} langues affichées sur {n}",
  "curve.choose": "Choisir les langues",
  "curve.choose.most": "On distingue au plus {n} courbes. Désélectionnez-en une pour en choisir une autre.",
  "votes.axis": "Votes sur un item, choix le plus fréquent d’abord",
} as const satisfies French<typeof en>;
