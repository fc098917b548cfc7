export default {
  "nav.project": "Project",
  "nav.review": "Review",
  "nav.curation": "Curation",
  "nav.questions": "Questions",
  "nav.questions.waiting": { one: "{n} waits", other: "{n} wait" },
  "nav.people": "People",
  "nav.settings": "Settings",
  "nav.import": "Import",
  "nav.releases": "Releases",
  "nav.annotate": "Annotate",

  "nav.gold": "Gold",
  "nav.tables": "Tables",
} as const;
