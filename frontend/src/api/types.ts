/* Names for the types of the generated schema. Import them from here, never from the generated file. */

import type { components, operations } from "./schema";

type Schemas = components["schemas"];

export type Session = Schemas["Session"];
export type Preferences = Schemas["Preferences"];
export type User = NonNullable<Session["user"]>;
/** Address and login options. */
export type OwnAccount = Schemas["OwnAccount"];
export type NotificationList = Schemas["NotificationList"];
export type NotificationEntry = NotificationList["results"][number];
export type NotificationSettings = Schemas["NotificationSettings"];
export type NotificationChannels = NotificationSettings["kinds"][number];
export type SecondFactorSetup = Schemas["SecondFactorSetup"];
export type NewRecoveryCodes = Schemas["NewRecoveryCodes"];
export type BrowserSession = Schemas["BrowserSession"];
export type ProjectCard = Schemas["ProjectCard"];
export type ProjectList = Schemas["ProjectCardList"];
export type Role = ProjectCard["role"];
export type MyProgress = Schemas["MyProgress"];
export type ProjectProgress = Schemas["ProjectProgress"];
export type Project = Schemas["Project"];
export type NewProject = Schemas["NewProject"];
export type Preset = Schemas["Preset"];
export type Assignees = Schemas["Assignees"];
export type ChangeProject = Schemas["PatchedChangeProject"];
export type ChangeLanguage = Schemas["PatchedChangeLanguage"];
export type ProjectLanguage = Schemas["ProjectLanguage"];
export type Scheme = Schemas["Scheme"];
export type WriteScheme = Schemas["WriteScheme"];
export type ConsistencyRule = Schemas["ConsistencyRule"];
export type SpanLabel = Schemas["SpanLabel"];
export type ItemLabel = Schemas["ItemLabel"];
export type Choice = Schemas["Choice"];
export type Next = Schemas["Next"];
export type LanguageChoice = Schemas["LanguageChoice"];
export type WorkItem = Schemas["WorkItem"];
export type ItemImage = Schemas["ItemImage"];
export type Direction = WorkItem["direction"];
export type Reference = Schemas["Reference"];
export type PageName = Schemas["PageName"];
export type ReferencesState = Schemas["References"];
export type FetchRun = Schemas["FetchRun"];
export type FetchProblem = Schemas["FetchProblem"];
export type AnnotationState = Schemas["AnnotationState"];
export type Content = Schemas["Content"];
/** Code points, half-open. */
export type Span = Schemas["Span"];
export type Link = Schemas["Link"];
/** Code points of the snapshot's extract, half-open. */
export type Evidence = Schemas["Evidence"];
export type Save = Schemas["Save"];
export type Saved = Schemas["Saved"];
export type MyAnnotation = Schemas["MyAnnotation"];
/** A filter of the user's own items. */
export type MyStatus = "todo" | Exclude<MyAnnotation["status"], "new">;
export type Revision = Schemas["Revision"];
export type Today = Schemas["Today"];
export type Waiting = Schemas["Waiting"];
export type Message = Schemas["Message"];
export type Thread = Schemas["Thread"];
export type Guidelines = Schemas["Guidelines"];
export type GuidelinesText = Schemas["GuidelinesText"];
/** An image that texts of guidelines can show, and the versions that do. */
export type GuidelinesImage = Schemas["GuidelinesImage"];
export type Training = Schemas["Training"];
export type Lesson = Schemas["Lesson"];
export type Learning = Schemas["Learning"];
export type ChangeLearning = Schemas["PatchedChangeLearning"];
export type Summary = Schemas["Summary"];
export type Statistics = Schemas["SummaryTotals"];
export type LanguageStatistics = Schemas["LanguageSummary"];
/** The agreement measures of a project and the time of their computation. */
export type Agreement = Schemas["Agreement"];
export type AgreementMeasures = Schemas["AgreementMeasures"];
export type SpanLabelMeasures = Schemas["SpanLabelMeasures"];
export type ItemLabelMeasures = Schemas["ItemLabelMeasures"];
export type Contingency = Schemas["Contingency"];
/** A point of a pool-size curve. */
export type Point = Schemas["Point"];
export type Undefined = Schemas["Undefined"];
export type PeopleReview = Schemas["PeopleReview"];
export type PersonReview = Schemas["PersonReview"];
export type Duplicates = Schemas["Duplicates"];
export type ReviewRow = Schemas["ReviewRow"];
export type Review = Schemas["Review"];
export type AnnotatorPair = Schemas["AnnotatorPair"];
export type PairRow = Schemas["PairRow"];
/** The annotations to exclude. */
export type Selection = Schemas["Selection"];
/** The validity rules of a project. */
export type Validity = Schemas["Validity"];
export type ExposurePolicy = Schemas["ExposurePolicy"];
export type ChangeExposurePolicy = Schemas["PatchedChangeExposurePolicy"];
export type ChangeValidity = Schemas["PatchedChangeValidity"];
export type Rule = keyof Validity;
/** The decisions of curators on an item, the latest first. */
export type Adjudication = Schemas["Adjudication"];
export type Decided = Schemas["Decided"];
export type Decide = Schemas["Decide"];
export type NewExclusion = Schemas["Exclude"];
export type Exclusion = Schemas["Exclusion"];
export type DecisionRule = Schemas["Rule"];
export type RuleApplication = Schemas["RuleApplication"];
export type RulePreview = Schemas["RulePreview"];
/** The effects of an exclusion. */
export type Effects = Schemas["Effects"];
export type EffectOnItem = Schemas["EffectOnItem"];
export type AssignmentPreview = Schemas["AssignmentPreview"];
export type AssignmentResult = Schemas["AssignmentResult"];
export type DecisionCounts = Schemas["DecisionCounts"];
export type Decision = Schemas["Decision"];
export type ItemRow = Schemas["ItemRow"];
/** Filters and order of items. The same query is used for the list and for previous and next. */
export type ItemQuery = Omit<NonNullable<operations["items_list"]["parameters"]["query"]>, "cursor">;
/** The same query as a request body. */
export type ItemFilter = Schemas["ItemFilter"];
/** A condition on a field of the items' metadata. */
export type MetadataCondition = Schemas["MetadataCondition"];
export type MetadataField = Schemas["MetadataField"];
export type ItemCount = Schemas["ItemCount"];
export type Breakdowns = Schemas["Breakdowns"];
export type ModelRates = Schemas["ModelRates"];
export type SavedSelection = Schemas["SavedSelection"];
export type SelectionReport = Schemas["SelectionReport"];
export type SelectionAttrition = Schemas["SelectionAttrition"];
export type SampleStrata = Schemas["SampleStrata"];
export type DrawnSample = Schemas["DrawnSample"];
export type SourceComparison = Schemas["SourceComparison"];
export type ComparedSources = Schemas["ComparedSources"];
export type ComparedSource = Schemas["ComparedSource"];
export type ComparedChoices = Schemas["ComparedChoices"];
export type PairChoices = Schemas["PairChoices"];
export type CrossedLabels = Schemas["CrossedLabels"];
export type CrossTable = Schemas["CrossTable"];
export type ShareDistribution = Schemas["ShareDistribution"];
/** An item whose gold differs between two policies. */
export type ChangedItem = Schemas["ChangedItem"];
export type UploadLimits = Schemas["UploadLimits"];
export type GoldVersion = Schemas["GoldVersion"];
export type ChangeCount = Schemas["ChangeCount"];
export type ChangeCounts = Schemas["ChangeCounts"];
/** Another aggregate than gold, by language. */
export type DawidSkene = Schemas["DawidSkene"];
/** Which two policies, and which of what changes. */
export type ComparedQuery = Omit<NonNullable<operations["gold_compared"]["parameters"]["query"]>, "cursor">;
export type TaskCard = Schemas["TaskCard"];
export type NewTask = Schemas["NewTask"];
export type ChangeTask = Schemas["PatchedChangeTask"];
export type NewPhase = Schemas["NewPhase"];
export type ChangePhase = Schemas["PatchedChangePhase"];
export type NewTrack = Schemas["NewTrack"];
export type ChangeTrack = Schemas["PatchedChangeTrack"];
export type TaskAnnouncement = Schemas["Announcement"];
export type NewAnnouncement = Schemas["NewAnnouncement"];
export type TaskMessage = Schemas["TaskMessage"];
export type TaskThread = Schemas["TaskThread"];
export type GoldRevision = Schemas["GoldRevision"];
export type AttachGold = Schemas["AttachGold"];
export type TaskOrganizer = Schemas["Organizer"];
export type BaselineRun = Schemas["BaselineRun"];
export type TaskBundle = Schemas["Bundle"];
export type NewBundle = Schemas["NewBundle"];
export type DuplicateFile = Schemas["DuplicateFile"];
export type TaskAuditQuery = NonNullable<operations["task_audit_list"]["parameters"]["query"]>;
export type OwnTeam = Schemas["Team"];
export type RegisterTeam = Schemas["RegisterTeam"];
export type ChangeTeam = Schemas["PatchedChangeTeam"];
export type DecideTeam = Schemas["PatchedDecideTeam"];
export type TaskInvitation = Schemas["TaskInvitation"];
export type InviteToTeam = Omit<Schemas["InviteToTeam"], "locale">;
export type InviteToTask = Schemas["NewTaskInvitation"];
export type TaskInvitationOffer = Schemas["TaskInvitationOffer"];
export type JoinedTask = Schemas["JoinedTask"];
export type ChangeFactSheet = Schemas["ChangeFactSheet"];
export type ApiToken = Schemas["ApiToken"];
export type NewToken = Schemas["CreateToken"];
export type CreatedToken = Schemas["CreatedToken"];
export type Release = Schemas["Release"];
export type NewRelease = Schemas["NewRelease"];
export type ReleasePreview = Schemas["ReleasePreview"];
export type ReleaseComparison = Schemas["ReleaseComparison"];
export type SavedView = Schemas["SavedView"];
export type NewView = Schemas["NewView"];
export type ChangeView = Schemas["PatchedChangeView"];
/** A bulk change of items. */
export type BulkChange = Schemas["ItemChange"];
export type BulkChangeKind = BulkChange["kind"];
export type BulkChangePreview = Schemas["ItemChangePreview"];
export type FilterOptions = Schemas["FilterOptions"];
/** Code points, half-open. */
export type Run = Schemas["Run"];
export type ItemView = Schemas["ItemView"];
export type ItemEvent = Schemas["ItemEvent"];
export type ItemSource = Schemas["ItemSource"];
export type GoldSpan = Schemas["GoldSpan"];
export type ItemAnnotation = Schemas["ItemAnnotation"];
/** A present or former member of a project, as leads see them. */
export type Person = Schemas["Person"];
/** The agreement of one annotator with the others on shared items. */
export type Compared = Schemas["Compared"];
export type ComparedPeople = Schemas["ComparedPeople"];
export type AnnotatorWithoutAccount = Schemas["AnnotatorWithoutAccount"];
export type AnnotatorDetails = Schemas["AnnotatorDetails"];
export type OwnStatistics = Schemas["OwnStatistics"];
export type QuestionnaireSummary = Schemas["QuestionnaireSummary"];
export type SetQuestionnaire = Schemas["SetQuestionnaire"];
export type OwnQuestionnaire = Schemas["OwnQuestionnaire"];
export type QuestionnaireAnswers = Schemas["QuestionnaireAnswers"];
export type AnswerBreakdown = Schemas["AnswerBreakdown"];
export type QuestionName = AnswerBreakdown["question"];
export type SpokenLanguage = Schemas["SpokenLanguage"];
export type AnswerQuestionnaire = Schemas["AnswerQuestionnaire"];
export type ChangePerson = Schemas["PatchedChangePerson"];
export type Invitation = Schemas["Invitation"];
export type Invite = Schemas["Invite"];
export type InviteByEmail = Omit<Schemas["InviteByEmail"], "locale">;
export type Provider = Schemas["Provider"];
export type Site = Schemas["Site"];
/** What an invitation offers. */
export type Offer = Schemas["Offer"];
/** A link by which crowd workers enter. */
export type CrowdStudy = Schemas["CrowdStudy"];
export type NewCrowdStudy = Schemas["NewCrowdStudy"];
export type CrowdStudyOffer = Schemas["CrowdStudyOffer"];
export type Arrival = Schemas["Arrival"];
export type Completion = Schemas["Completion"];
export type NewAccount = Schemas["Account"];
export type Import = Schemas["Import"];
/** A run of a model or judge. */
export type Source = Schemas["Source"];
export type FiledRecord = Schemas["FiledRecord"];
export type SourceQuote = Schemas["SourceQuote"];
export type ImportKind = Import["kind"];
export type ImportField = Schemas["ImportField"];
/** A problem in an imported file, not an error of the API: those are ApiProblem. */
export type Problem = Schemas["ImportProblem"];

/** One page of a list; `next` is the cursor of the following one. */
export type Listing<T> = { results: T[]; next: string | null };

/** A problem document (RFC 9457). `current` comes with the 409 of a save. */
/** Without `request_id` where the browser makes it itself, of an answer that is no problem document. */
export type ProblemDocument = Omit<Schemas["Problem"], "request_id"> &
  Partial<Pick<Schemas["Problem"], "request_id"> & Pick<Schemas["SaveConflict"], "current">>;
export type PublishedRelease = Schemas["PublishedRelease"];
export type NamesShown = Project["names_shown"][number];
export type AuditLog = Schemas["AuditLog"];
export type AuditEntry = Schemas["AuditEntry"];
export type AuditQuery = NonNullable<operations["audit_list"]["parameters"]["query"]>;
/** A kind of event that the log of a project can hold. */
export type AuditKind = NonNullable<AuditQuery["kind"]>;
export type CreationState = Schemas["CreationState"];
export type NewVerdict = Schemas["GiveVerdict"];
export type VerdictKind = NewVerdict["kind"];
/** A question of the creation step, with the candidate that is drawn. */
export type Question = NonNullable<CreationState["question"]>;
export type QuestionRow = Schemas["QuestionRow"];
export type QuestionState = QuestionRow["state"];
export type TaskDetails = Schemas["TaskDetails"];
/** What the reader is in a shared task. */
export type TaskRole = TaskDetails["role"];
export type TaskPhase = Schemas["PhaseDetails"];
export type TaskTrack = Schemas["TrackDetails"];
export type CheckReport = Schemas["CheckReport"];
export type CheckedFile = Schemas["CheckedFile"];
export type CheckProblem = Schemas["PredictionProblem"];
export type Submission = Schemas["Submission"];
export type SubmissionDetails = Schemas["SubmissionDetails"];
/** The receipt of an upload. */
export type SubmissionUpload = Schemas["ReceivedUpload"];
export type Quota = Schemas["Quota"];
/** A file that several teams submitted. */
export type SameBytes = Schemas["DuplicateFile"];
export type FactSheet = Schemas["FactSheet"];
export type FactQuestion = FactSheet["questions"][number];
/** What a team says about the system of an upload. */
export type FactSheetAnswers = Schemas["FactSheetAnswers"];
export type OrganizedTeam = Schemas["OrganizedTeam"];
