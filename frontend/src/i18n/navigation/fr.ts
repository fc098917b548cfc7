import type { French } from "../types";
import type en from "./en";

export default {
  "nav.project": "Projet",
  "nav.review": "Relecture",
  "nav.curation": "Curation",
  "nav.questions": "Questions",
  "nav.questions.waiting": { one: "{n} en attente", other: "{n} en attente" },
  "nav.people": "Personnes",
  "nav.settings": "Réglages",
  "nav.import": "Import",
  "nav.releases": "Publications",
  "nav.annotate": "Annoter",

  "nav.gold": "Gold",
  "nav.tables": "Tableaux",

  "nav.tasks": "Tâches partagées",
  "nav.task": "Tâche partagée",
  "nav.leaderboard": "Classement",
  "nav.submissions": "Soumissions",
  "nav.team": "Équipe",
  "nav.announcements": "Annonces",
  "nav.messages.unread": { one: "{n} non lu", other: "{n} non lus" },
  "nav.questions.teams": {
    one: "{n} équipe attend une réponse",
    other: "{n} équipes attendent une réponse",
  },
  "nav.announcements.unread": { one: "{n} non lue", other: "{n} non lues" },
  "nav.team.own": "Équipe {team}",
  "nav.organizer": "Organisation",
  "nav.organize": "Organiser",
  "nav.evaluation": "Évaluation",
  "nav.login": "Se connecter",
  "nav.task.unpublished": "Non publiée",
  "nav.task.synthetic": "Démo\u00a0: tous les systèmes sont synthétiques.",
} as const satisfies French<typeof en>;
