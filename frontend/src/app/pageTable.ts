/* The page table. A page is one row: its address, component, roles and navigation follow from it. To add a page, write its component
   under pages/, a row here and its texts. */

interface PageRow {
  name: string;
  /** `:slug`, `:task` and `:code` are texts, `:item` is a number. A `?` makes the last part optional. */
  path: `/${string}`;
  /** A regular expression that `:code` matches on this page. */
  code?: string;
  /** The component under pages/, without its extension. Its file name ends in `Page.svelte`. */
  component: `${string}Page`;
  /** Who may open it. The server decides what they read there. */
  roles: "everyone" | "users" | "members" | "leads";
  /** Text of the page's entry in the navigation of a project or of a shared task. Entries have the order of the rows. */
  title?: `nav.${string}`;
  /** The menu of a project's navigation that holds the entry. An entry without one is in the bar. */
  menu?: "quality" | "data";
  /** The page whose entry is the current one here, where this page has none. */
  within?: string;
  /** Who has the entry in the navigation of a shared task. Everyone, if it is absent. */
  readers?: readonly ("organizer" | "team" | "visitor" | "anonymous")[];
}

export const pageTable = [
  { name: "login", path: "/login", component: "accounts/login/LoginPage", roles: "everyone" },
  { name: "join", path: "/join/:code", component: "accounts/accept-invitation/JoinPage", roles: "everyone" },
  { name: "signup", path: "/sign-up", component: "accounts/accept-invitation/SignUpPage", roles: "everyone" },
  { name: "setup", path: "/set-up/:code", component: "accounts/set-up/SetUpPage", roles: "everyone" },
  {
    name: "reset",
    path: "/reset/:code?",
    code: "[-\\w]+/[-\\w]+",
    component: "accounts/account/ResetPage",
    roles: "everyone",
  },
  { name: "account", path: "/account", component: "accounts/account/AccountPage", roles: "users" },
  { name: "enter", path: "/enter/:code", component: "crowd/EnterPage", roles: "everyone" },
  { name: "shared", path: "/shared/:code", component: "releases/SharedReleasePage", roles: "everyone" },
  { name: "complete", path: "/p/:slug/complete", component: "crowd/CompletePage", roles: "members" },
  { name: "projects", path: "/", component: "projects/ProjectsPage", roles: "users" },
  { name: "new", path: "/new", component: "projects/NewProjectPage", roles: "users" },
  { name: "mine", path: "/p/:slug/mine", component: "annotate/own-work/OwnWorkPage", roles: "members" },
  {
    name: "ownStatistics",
    path: "/p/:slug/mine/statistics",
    component: "annotate/own-work/OwnStatisticsPage",
    roles: "members",
  },
  {
    name: "ownQuestionnaire",
    path: "/p/:slug/mine/questionnaire",
    component: "questionnaire/OwnQuestionnairePage",
    roles: "members",
  },
  {
    name: "published",
    path: "/p/:slug/published",
    component: "releases/PublishedReleasesPage",
    roles: "members",
  },
  {
    name: "overview",
    path: "/p/:slug",
    component: "statistics/overview/OverviewPage",
    roles: "leads",
    title: "nav.overview",
  },
  {
    name: "agreement",
    path: "/p/:slug/agreement/:code?",
    component: "statistics/agreement/AgreementPage",
    roles: "leads",
    title: "nav.agreement",
  },
  {
    name: "tables",
    path: "/p/:slug/tables",
    component: "statistics/breakdowns/BreakdownsPage",
    roles: "leads",
    within: "agreement",
  },
  {
    name: "crossed",
    path: "/p/:slug/crossed",
    component: "statistics/crossed/CrossedPage",
    roles: "leads",
    within: "agreement",
  },
  {
    name: "judges",
    path: "/p/:slug/judges",
    component: "statistics/judges/JudgesPage",
    roles: "leads",
    within: "agreement",
  },
  {
    name: "selections",
    path: "/p/:slug/selections",
    component: "statistics/selections/SelectionsPage",
    roles: "leads",
    within: "sources",
  },
  {
    name: "report",
    path: "/p/:slug/report",
    component: "statistics/report/ReportPage",
    roles: "leads",
    within: "agreement",
  },
  { name: "items", path: "/p/:slug/items", component: "items/ItemsPage", roles: "leads", title: "nav.items" },
  {
    name: "item",
    path: "/p/:slug/items/:item",
    component: "items/ItemPage",
    roles: "leads",
    within: "items",
  },
  {
    name: "people",
    path: "/p/:slug/people",
    component: "people/PeoplePage",
    roles: "leads",
    title: "nav.people",
  },
  {
    name: "questionnaire",
    path: "/p/:slug/questionnaire",
    component: "questionnaire/QuestionnairePage",
    roles: "leads",
    within: "people",
  },
  {
    name: "annotator",
    path: "/p/:slug/people/:code",
    component: "people/annotator/AnnotatorPage",
    roles: "leads",
    within: "people",
  },
  {
    name: "review",
    path: "/p/:slug/review",
    component: "review/ReviewPage",
    roles: "leads",
    title: "nav.review",
    menu: "quality",
  },
  {
    name: "pair",
    path: "/p/:slug/pair",
    component: "review/pair/PairPage",
    roles: "leads",
    within: "review",
  },
  {
    name: "curation",
    path: "/p/:slug/curation",
    component: "curation/CurationPage",
    roles: "leads",
    title: "nav.curation",
    menu: "quality",
  },
  {
    name: "rules",
    path: "/p/:slug/curation/rules",
    component: "curation/RulesPage",
    roles: "leads",
    within: "curation",
  },
  {
    name: "exclusions",
    path: "/p/:slug/exclusions",
    component: "curation/ExclusionsPage",
    roles: "leads",
    title: "nav.exclusions",
    menu: "quality",
  },
  {
    name: "questions",
    path: "/p/:slug/questions",
    component: "messages/MessagesPage",
    roles: "leads",
    title: "nav.questions",
    menu: "quality",
  },
  {
    name: "import",
    path: "/p/:slug/import",
    component: "imports/ImportPage",
    roles: "leads",
    title: "nav.import",
    menu: "data",
  },
  {
    name: "sources",
    path: "/p/:slug/sources",
    component: "sources/SourcesPage",
    roles: "leads",
    title: "nav.sources",
    menu: "data",
  },
  {
    name: "candidates",
    path: "/p/:slug/creation/questions",
    component: "creation/CandidatesPage",
    roles: "leads",
    within: "import",
  },
  {
    name: "gold",
    path: "/p/:slug/gold",
    component: "gold/GoldPage",
    roles: "leads",
    title: "nav.gold",
    menu: "data",
  },
  {
    name: "releases",
    path: "/p/:slug/releases",
    component: "releases/ReleasesPage",
    roles: "leads",
    title: "nav.releases",
    menu: "data",
  },
  {
    name: "evaluation",
    path: "/p/:slug/evaluation",
    component: "tasks/EvaluationPage",
    roles: "leads",
    title: "nav.evaluation",
  },
  {
    name: "settings",
    path: "/p/:slug/settings",
    component: "projects/settings/SettingsPage",
    roles: "leads",
    title: "nav.settings",
  },
  { name: "audit", path: "/p/:slug/audit", component: "audit/AuditPage", roles: "leads", within: "settings" },
  { name: "creation", path: "/p/:slug/creation", component: "creation/CreationPage", roles: "members" },
  {
    name: "annotate",
    path: "/p/:slug/annotate/:item?",
    component: "annotate/WorkspacePage",
    roles: "members",
    title: "nav.annotate",
  },
  { name: "tasks", path: "/tasks", component: "tasks/TasksPage", roles: "everyone" },
  { name: "joinTask", path: "/join-task/:code", component: "teams/JoinTaskPage", roles: "everyone" },
  {
    name: "task",
    path: "/tasks/:task",
    component: "tasks/TaskPage",
    roles: "everyone",
    title: "nav.overview",
  },
  {
    name: "board",
    path: "/tasks/:task/board/:code?",
    code: "[-\\w]+(?:/[-\\w]+)?",
    component: "boards/BoardPage",
    roles: "everyone",
    title: "nav.leaderboard",
  },
  {
    name: "submissions",
    path: "/tasks/:task/submissions",
    component: "submissions/SubmissionsPage",
    roles: "everyone",
    title: "nav.submissions",
    readers: ["organizer", "team"],
  },
  {
    name: "wins",
    path: "/tasks/:task/wins/:code",
    code: "[-\\w]+/[-\\w]+",
    component: "boards/WinsPage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "analysis",
    path: "/tasks/:task/analysis/:code",
    code: "[-\\w]+/[-\\w]+",
    component: "boards/AnalysisPage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "system",
    path: "/tasks/:task/systems/:item",
    component: "boards/SystemPage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "compare",
    path: "/tasks/:task/compare",
    component: "boards/ComparePage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "pastBoards",
    path: "/tasks/:task/past-boards",
    component: "boards/PastBoardsPage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "pastBoard",
    path: "/tasks/:task/past-boards/:item",
    component: "boards/PastBoardPage",
    roles: "everyone",
    within: "board",
  },
  {
    name: "team",
    path: "/tasks/:task/team",
    component: "teams/TeamPage",
    roles: "users",
    title: "nav.team",
    readers: ["team", "visitor"],
  },
  {
    name: "taskQuestions",
    path: "/tasks/:task/questions",
    component: "tasks/TaskQuestionsPage",
    roles: "users",
    title: "nav.questions",
    readers: ["team", "organizer"],
  },
  {
    name: "announcements",
    path: "/tasks/:task/announcements",
    component: "tasks/AnnouncementsPage",
    roles: "everyone",
    title: "nav.announcements",
  },
  {
    name: "teamsDesk",
    path: "/tasks/:task/organize/teams",
    component: "teams/TeamsDeskPage",
    roles: "users",
    within: "organize",
  },
  {
    name: "factSheetDesk",
    path: "/tasks/:task/organize/fact-sheet",
    component: "teams/FactSheetPage",
    roles: "users",
    within: "organize",
  },
  {
    name: "organize",
    path: "/tasks/:task/organize/:code?",
    component: "tasks/OrganizePage",
    roles: "users",
    title: "nav.organize",
    readers: ["organizer"],
  },
] as const satisfies readonly PageRow[];

export type Page = (typeof pageTable)[number];
export type PageName = Page["name"];
