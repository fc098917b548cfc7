import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "keys.marks": "Marques",
  "keys.text": "Dans la réponse, sans souris",
  "keys.labels": "Jugement",
  "keys.item": "Item",
  "keys.choice": "{label} : {choice}",
  "keys.snap": "En glissant : ajuster de l’autre façon",
  "keys.next": "Marque suivante",
  "keys.remove": "Retirer la marque sélectionnée",
  "keys.deselect": "Désélectionner",
  "keys.caret": "Déplacer le curseur",
  "keys.word": "Le déplacer d’un mot",
  "keys.select": "Sélectionner en déplaçant",
  "keys.mark": "Marquer la sélection",
  "keys.skip": "Passer l’item, avec une raison",
  "keys.previous": "Item précédent",
  "keys.following": "Item suivant",
  "keys.this": "Cette liste",
  "keys.fields": "Pendant que vous écrivez dans un champ, toutes sont des lettres, sauf celle qui envoie.",

  "change.name": "Changer la touche pour « {command} »",
  "change.none": "Aucune touche",
  "change.press": "Appuyez sur la nouvelle touche",
  "change.esc": "Échap la laisse comme elle est.",
  "change.browser": "{key} appartient au navigateur. Choisissez-en une autre.",
  "change.needed": "{key} sert à se déplacer. Choisissez-en une autre.",
  "change.command": "{key} est la touche pour « {command} ».",
  "change.take": "La reprendre",
  "change.scheme": "{key} est la touche pour « {label} » dans ce projet. Choisissez-en une autre.",
  "change.reset": "Rétablir la touche pour « {command} »",
  "change.reset.all": "Rétablir toutes les touches",
  "change.done": "« {command} » : {key}",
  "letters.name": "Lettres et chiffres sont des touches",
  "letters.why":
    "À désactiver si vous dictez : seules les touches avec Ctrl ou Alt agissent alors d’elles-mêmes.",
} as const satisfies French<typeof en>;
