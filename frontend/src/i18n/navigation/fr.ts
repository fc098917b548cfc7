import type { French } from "../types";
import type en from "./en";

export default {
  "nav.project": "Projet",
  "nav.agreement": "Accord",
  "nav.quality": "Qualité",
  "nav.data": "Données",
  "nav.exclusions": "Exclusions",
  "nav.menu": "Menu",
  "nav.review": "Relecture",
  "nav.curation": "Curation",
  "nav.questions": "Questions",
  "nav.waiting.review": { one: "{n} à relire", other: "{n} à relire" },
  "nav.waiting.curation": { one: "{n} à décider", other: "{n} à décider" },
  "nav.waiting.over": "plus de {n}",
  "nav.waiting.questions": { one: "{n} sans réponse", other: "{n} sans réponse" },
  "nav.waiting": { one: "{n} en attente", other: "{n} en attente" },
  "nav.people": "Personnes",
  "nav.settings": "Réglages",
  "nav.import": "Import",
  "nav.sources": "Sources",
  "nav.releases": "Publications",
  "nav.measures": "Mesures",
  "nav.tables": "Répartitions",
  "nav.crossed": "Gold par champ",
  "nav.judges": "Personnes et juges",
  "nav.agreement.parts": "Parties de l’accord",
  "nav.annotate": "Annoter",

  "nav.gold": "Comparer les politiques de gold",

  "purpose.overview": "Voyez l’avancement du travail, l’accord entre annotateurs et les items à examiner.",
  "purpose.agreement": "Comparez les mesures d’accord, par langue et sur tous les items.",
  "purpose.tables":
    "Voyez le travail par langue et par jour, les modèles et l’accord de chaque paire d’annotateurs.",
  "purpose.items": "Trouvez les items à examiner, ouvrez-en un ou modifiez-en plusieurs à la fois.",
  "purpose.people":
    "Invitez des personnes, choisissez leurs langues et suivez leur avancement et leur temps.",
  "purpose.questionnaire":
    "Demandez qui sont les annotateurs, avec leur accord, et voyez les réponses sous forme d’effectifs.",
  "purpose.review": "Parcourez les annotations soumises, les plus douteuses d’abord.",
  "purpose.pair":
    "Voyez comment deux annotateurs ont marqué les mêmes éléments, les plus différents d’abord.",
  "purpose.questions": "Lisez les questions des annotateurs sur les items et répondez-y.",
  "purpose.releases": "Créez, publiez et comparez des versions du jeu de données.",
  "purpose.settings": "Modifiez le projet, son schéma, ses consignes et son mode d’annotation.",

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
