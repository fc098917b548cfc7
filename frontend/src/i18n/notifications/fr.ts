import type { French } from "../types";
import type en from "./en";

export default {
  "list.title": "Notifications",
  "list.read.all": "Tout marquer comme lu",
  "list.read": "Marquer comme lu",
  "list.empty": "Rien de nouveau.",
  "list.empty.text":
    "Les questions, les réponses, les items rouverts et les tâches terminées apparaissent ici.",
  "list.unread": "Non lu",
  "list.settings": "Choisir ce que vous recevez",
  "kind.question": {
    one: "Une question d’un annotateur",
    many: "{n} messages d’annotateurs",
    other: "{n} messages d’annotateurs",
  },
  "kind.answer": {
    one: "Une réponse sur l’item {item}",
    many: "{n} réponses sur l’item {item}",
    other: "{n} réponses sur l’item {item}",
  },
  "kind.reopened": "L’item {item} a été rouvert pour modification",
  "kind.reopened.several": {
    one: "Un item a été rouvert pour modification",
    many: "{n} items ont été rouverts pour modification",
    other: "{n} items ont été rouverts pour modification",
  },
  "kind.member_added": "Vous avez été ajouté à ce projet",
  "kind.job_done": {
    one: "{job}\u00a0: terminé",
    many: "{job}\u00a0: {n} terminés",
    other: "{job}\u00a0: {n} terminés",
  },
  "kind.job_failed": {
    one: "{job}\u00a0: échec",
    many: "{job}\u00a0: {n} échecs",
    other: "{job}\u00a0: {n} échecs",
  },
  "kind.language_complete": "Tous les items en {language} sont annotés",
  "kind.language_complete.several": {
    one: "Tous les items d’une langue sont annotés",
    many: "Tous les items de {n} langues sont annotés",
    other: "Tous les items de {n} langues sont annotés",
  },
  "job.import": "Import",
  "job.release": "Version publiée",
  "job.computed_statistics": "Statistiques",
  "job.change_policy": "Normalisation des segments",
  "job.fetch_references": "Références",
  "job.other": "Tâche de fond",
  "settings.title": "Notifications",
  "settings.text":
    "Ce que vous recevez dans la page et par e-mail. Un seul e-mail réunit plusieurs nouveautés.",
  "settings.kind": "Type",
  "settings.page": "Dans la page",
  "settings.mail": "Par e-mail",
  "settings.mail.no_server": "Ce site n’envoie pas de notifications par e-mail.",
  "settings.mail.no_address": "Indiquez une adresse e-mail ci-dessus pour recevoir des e-mails.",
  "settings.cell.page": "{kind}\u00a0: dans la page",
  "settings.cell.mail": "{kind}\u00a0: par e-mail",
  "settings.question": "Questions des annotateurs",
  "settings.answer": "Réponses à mes questions",
  "settings.reopened": "Mes items rouverts pour modification",
  "settings.member_added": "Ajout à un projet",
  "settings.job_done": "Ma tâche de fond est terminée",
  "settings.job_failed": "Ma tâche de fond a échoué",
  "settings.language_complete": "Une langue est complète",
} as const satisfies French<typeof en>;
