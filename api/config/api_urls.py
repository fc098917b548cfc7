"""URLs under /api/v1/."""

from django.urls import include, path, register_converter

from api.accounts.second_factor_views import RecoveryCodesView, SecondFactorOffView, SecondFactorView
from api.accounts.session_views import PreferencesView, SessionView, SignUpView, SiteView
from api.accounts.setup_views import SetupView
from api.accounts.sso_views import LinkAccountView, SignOnView, UnlinkAccountView
from api.accounts.token_views import TokensView, TokenView
from api.accounts.views import (
    AccountView,
    EmailView,
    OwnSessionsView,
    OwnSessionView,
    PasswordView,
    RequestResetView,
    ResetView,
)
from api.annotate.assignment_views import AssignPreviewView, AssignView, ReopenView, SurplusView, UnassignView
from api.annotate.own_work_views import MineView, OwnStatisticsView, RevisionsView, TodayView
from api.annotate.views import NextView, SaveView, SkipView, WorkingLanguageView, WorkItemView
from api.audit.views import AuditView
from api.creation.views import (
    CandidatesExportView,
    CreationView,
    NextQuestionView,
    QuestionsView,
    UndoVerdictView,
    VerdictsView,
)
from api.crowd.views import CompletionView, CrowdStudiesView, CrowdStudyView, EnterView
from api.curation.adjudication_views import (
    AdjudicationView,
    DecisionCountsView,
    UndoDecisionView,
    WithdrawView,
)
from api.curation.exclusion_views import (
    ExclusionPreviewView,
    ExclusionsView,
    ExclusionView,
    IncludeView,
    ResumeExclusionView,
    UndoExclusionView,
    ValidityView,
)
from api.curation.rule_views import DecisionRulesView, RulePreviewView, UndoRuleView
from api.gold.views import (
    ComparedGoldExportView,
    ComparedGoldView,
    DawidSkeneView,
    GoldChangeCountsView,
    GoldView,
)
from api.imports.views import (
    DifferingLabelsView,
    ImportImagesView,
    ImportsView,
    ImportView,
    StartImportView,
    UndoImportView,
)
from api.items.duplicate_views import DuplicatesView
from api.items.item_change_views import (
    ItemChangePreviewView,
    ItemChangesView,
    ItemChangeView,
    ResumeItemChangeView,
    UndoItemChangeView,
)
from api.items.saved_view_views import SavedViewsView, SavedViewView
from api.items.views import (
    FilterOptionsView,
    ItemCountView,
    ItemHistoryView,
    ItemsExportView,
    ItemSourcesView,
    ItemsView,
    ItemView,
)
from api.learning.views import DecideTrainingView, LearningView, TrainingView
from api.messages.views import MessagesView, ThreadsView
from api.notifications.views import (
    NotificationSettingsView,
    NotificationsView,
    ReadNotificationsView,
    UnreadView,
)
from api.people.questionnaire_views import (
    AnswersExportView,
    DismissInvitationView,
    OwnQuestionnaireView,
    QuestionnaireView,
)
from api.people.views import (
    AnnotatorView,
    ComparedView,
    EmailedInvitationsView,
    EraseView,
    InvitationsView,
    InvitationView,
    JoinView,
    PeopleTableView,
    PeopleView,
    PersonView,
)
from api.projects.guidelines_image_views import GuidelinesImagesView, GuidelinesImageView
from api.projects.guidelines_views import AcceptView, GuidelinesTextView, GuidelinesView, PreviewView
from api.projects.views import (
    ArchivedView,
    AssigneesView,
    LanguageView,
    PresetsView,
    ProjectsView,
    ProjectView,
    SchemeView,
    SummaryView,
)
from api.references.image_views import ItemImageView
from api.references.views import (
    FetchView,
    OtherLanguageView,
    ReferencesView,
    ReferenceView,
    RetryView,
    SearchView,
)
from api.releases.views import (
    CompareReleasesView,
    DownloadReleaseView,
    DownloadSharedReleaseView,
    OpenReleaseView,
    PublishedReleasesView,
    PublishReleaseView,
    ReleasePreviewView,
    ReleasesView,
    ReleaseView,
    SharedReleaseView,
    ShareReleaseView,
    WithdrawReleaseView,
)
from api.review.views import AnnotatorPairView, PeopleReviewView, ReviewQueueView, ReviewView, WaitingView
from api.sources.comparison_views import SourceComparisonView
from api.sources.exposure_views import ExposurePolicyView
from api.sources.sample_views import SamplePreviewView, SampleView
from api.sources.selection_views import SelectionReportView, SelectionsView, SelectionView
from api.sources.views import (
    FiledRecordsView,
    SourceExportView,
    SourceQuotesView,
    SourceQuoteView,
    SourcesView,
    SourceView,
)
from api.statistics.breakdown_views import BreakdownsView, CrossedLabelsView
from api.statistics.views import AgreementView


class Key:
    """A primary key: an integer that fits the column of a database."""

    regex = "[0-9]{1,18}"
    to_python = int
    to_url = str


register_converter(Key, "key")

urlpatterns = [
    path("session/", SessionView.as_view()),
    path("site/", SiteView.as_view()),
    path("sign-on/", SignOnView.as_view()),
    path("sign-up/", SignUpView.as_view()),
    path("set-up/<slug:token>/", SetupView.as_view()),
    path("preferences/", PreferencesView.as_view()),
    path("notifications/", NotificationsView.as_view()),
    path("notifications/unread/", UnreadView.as_view()),
    path("notifications/read/", ReadNotificationsView.as_view()),
    path("notifications/settings/", NotificationSettingsView.as_view()),
    path("account/", AccountView.as_view()),
    path("account/email/", EmailView.as_view()),
    path("account/password/", PasswordView.as_view()),
    path("account/second-factor/", SecondFactorView.as_view()),
    path("account/second-factor/off/", SecondFactorOffView.as_view()),
    path("account/second-factor/recovery-codes/", RecoveryCodesView.as_view()),
    path("account/sessions/", OwnSessionsView.as_view()),
    path("account/sessions/<slug:session>/", OwnSessionView.as_view()),
    path("account/sign-ons/", LinkAccountView.as_view()),
    path("account/sign-ons/<key:sign_on>/", UnlinkAccountView.as_view()),
    path("tokens/", TokensView.as_view()),
    path("tokens/<key:api_token>/", TokenView.as_view()),
    path("reset/", RequestResetView.as_view()),
    path("reset/<slug:uid>/<slug:token>/", ResetView.as_view()),
    path("join/<slug:code>/", JoinView.as_view()),
    path("shared/<slug:token>/", SharedReleaseView.as_view()),
    path("shared/<slug:token>/download/", DownloadSharedReleaseView.as_view()),
    path("presets/", PresetsView.as_view()),
    path("enter/<slug:code>/", EnterView.as_view()),
    path("projects/", ProjectsView.as_view()),
    path("projects/<slug:slug>/", ProjectView.as_view()),
    path("projects/<slug:slug>/scheme/", SchemeView.as_view()),
    path("projects/<slug:slug>/guidelines/", GuidelinesView.as_view()),
    path("projects/<slug:slug>/guidelines/preview/", PreviewView.as_view()),
    path("projects/<slug:slug>/guidelines/accept/", AcceptView.as_view()),
    path("projects/<slug:slug>/guidelines/<str:language>/", GuidelinesTextView.as_view()),
    path("projects/<slug:slug>/images/", GuidelinesImagesView.as_view()),
    path("projects/<slug:slug>/images/<slug:sha256>/", GuidelinesImageView.as_view()),
    path("projects/<slug:slug>/item-images/<slug:sha256>/", ItemImageView.as_view()),
    path("projects/<slug:slug>/audit/", AuditView.as_view()),
    path("projects/<slug:slug>/next/", NextView.as_view()),
    path("projects/<slug:slug>/working-language/", WorkingLanguageView.as_view()),
    path("projects/<slug:slug>/creation/", CreationView.as_view()),
    path("projects/<slug:slug>/creation/next/", NextQuestionView.as_view()),
    path("projects/<slug:slug>/creation/verdicts/", VerdictsView.as_view()),
    path("projects/<slug:slug>/creation/verdicts/<key:verdict>/undo/", UndoVerdictView.as_view()),
    path("projects/<slug:slug>/creation/questions/", QuestionsView.as_view()),
    path("projects/<slug:slug>/creation/candidates/", CandidatesExportView.as_view()),
    path("projects/<slug:slug>/learning/", LearningView.as_view()),
    path("projects/<slug:slug>/training/", TrainingView.as_view()),
    path("projects/<slug:slug>/mine/", MineView.as_view()),
    path("projects/<slug:slug>/mine/today/", TodayView.as_view()),
    path("projects/<slug:slug>/mine/statistics/", OwnStatisticsView.as_view()),
    path("projects/<slug:slug>/items/", ItemsView.as_view()),
    path("projects/<slug:slug>/duplicates/", DuplicatesView.as_view()),
    path("projects/<slug:slug>/assignees/", AssigneesView.as_view()),
    path("projects/<slug:slug>/items/count/", ItemCountView.as_view()),
    path("projects/<slug:slug>/items/choices/", FilterOptionsView.as_view()),
    path("projects/<slug:slug>/item-changes/", ItemChangesView.as_view()),
    path("projects/<slug:slug>/item-changes/preview/", ItemChangePreviewView.as_view()),
    path("projects/<slug:slug>/item-changes/<key:change>/", ItemChangeView.as_view()),
    path("projects/<slug:slug>/item-changes/<key:change>/undo/", UndoItemChangeView.as_view()),
    path("projects/<slug:slug>/item-changes/<key:change>/resume/", ResumeItemChangeView.as_view()),
    path("projects/<slug:slug>/items-export/", ItemsExportView.as_view()),
    path("projects/<slug:slug>/tables/", BreakdownsView.as_view()),
    path("projects/<slug:slug>/crossed-labels/", CrossedLabelsView.as_view()),
    path("projects/<slug:slug>/views/", SavedViewsView.as_view()),
    path("projects/<slug:slug>/views/<key:view>/", SavedViewView.as_view()),
    path("projects/<slug:slug>/items/assign/", AssignView.as_view()),
    path("projects/<slug:slug>/items/assign/preview/", AssignPreviewView.as_view()),
    path("projects/<slug:slug>/items/unassign/", UnassignView.as_view()),
    path("projects/<slug:slug>/items/reopen/", ReopenView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/", ItemView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/history/", ItemHistoryView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/sources/", ItemSourcesView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/surplus/", SurplusView.as_view()),
    path("projects/<slug:slug>/decisions/", DecisionCountsView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/adjudication/", AdjudicationView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/adjudication/withdraw/", WithdrawView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/adjudication/undo/", UndoDecisionView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/include/", IncludeView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/review/", ReviewView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/mine/", WorkItemView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/revisions/", RevisionsView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/messages/", MessagesView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/annotation/", SaveView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/skip/", SkipView.as_view()),
    path("projects/<slug:slug>/messages/", ThreadsView.as_view()),
    path("projects/<slug:slug>/items/<key:item>/reference/retry/", RetryView.as_view()),
    path("projects/<slug:slug>/references/", ReferencesView.as_view()),
    path("projects/<slug:slug>/references/fetch/", FetchView.as_view()),
    path("projects/<slug:slug>/references/search/", SearchView.as_view()),
    path("projects/<slug:slug>/references/other/", OtherLanguageView.as_view()),
    path("projects/<slug:slug>/references/<key:reference>/", ReferenceView.as_view()),
    path("projects/<slug:slug>/exclusions/", ExclusionsView.as_view()),
    path("projects/<slug:slug>/exclusions/preview/", ExclusionPreviewView.as_view()),
    path("projects/<slug:slug>/exclusions/<key:exclusion>/", ExclusionView.as_view()),
    path("projects/<slug:slug>/exclusions/<key:exclusion>/undo/", UndoExclusionView.as_view()),
    path("projects/<slug:slug>/exclusions/<key:exclusion>/resume/", ResumeExclusionView.as_view()),
    path("projects/<slug:slug>/decision-rules/", DecisionRulesView.as_view()),
    path("projects/<slug:slug>/decision-rules/preview/", RulePreviewView.as_view()),
    path("projects/<slug:slug>/decision-rules/<key:application>/undo/", UndoRuleView.as_view()),
    path("projects/<slug:slug>/validity/", ValidityView.as_view()),
    path("projects/<slug:slug>/review/people/", PeopleReviewView.as_view()),
    path("projects/<slug:slug>/review/pair/", AnnotatorPairView.as_view()),
    path("projects/<slug:slug>/review/", ReviewQueueView.as_view()),
    path("projects/<slug:slug>/people/", PeopleView.as_view()),
    path("projects/<slug:slug>/people/agreement/", ComparedView.as_view()),
    path("projects/<slug:slug>/people/table/", PeopleTableView.as_view()),
    path("projects/<slug:slug>/questionnaire/", QuestionnaireView.as_view()),
    path("projects/<slug:slug>/questionnaire/answers/", AnswersExportView.as_view()),
    path("projects/<slug:slug>/questionnaire/mine/", OwnQuestionnaireView.as_view()),
    path("projects/<slug:slug>/questionnaire/dismiss/", DismissInvitationView.as_view()),
    path("projects/<slug:slug>/people/<slug:key>/erase/", EraseView.as_view()),
    path("projects/<slug:slug>/people/<slug:key>/training/", DecideTrainingView.as_view()),
    path("projects/<slug:slug>/people/<slug:key>/statistics/", AnnotatorView.as_view()),
    path("projects/<slug:slug>/people/<slug:key>/", PersonView.as_view()),
    path("projects/<slug:slug>/invitations/", InvitationsView.as_view()),
    path("projects/<slug:slug>/invitations/mail/", EmailedInvitationsView.as_view()),
    path("projects/<slug:slug>/invitations/<key:invitation>/", InvitationView.as_view()),
    path("projects/<slug:slug>/entries/", CrowdStudiesView.as_view()),
    path("projects/<slug:slug>/entries/<key:entry>/", CrowdStudyView.as_view()),
    path("projects/<slug:slug>/completion/", CompletionView.as_view()),
    path("projects/<slug:slug>/archived/", ArchivedView.as_view()),
    path("projects/<slug:slug>/summary/", SummaryView.as_view()),
    path("projects/<slug:slug>/waiting/", WaitingView.as_view()),
    path("projects/<slug:slug>/agreement/", AgreementView.as_view()),
    path("projects/<slug:slug>/languages/<str:language>/", LanguageView.as_view()),
    path("projects/<slug:slug>/gold/", GoldView.as_view()),
    path("projects/<slug:slug>/gold/dawid-skene/", DawidSkeneView.as_view()),
    path("projects/<slug:slug>/gold/compared/", ComparedGoldView.as_view()),
    path("projects/<slug:slug>/gold/compared/counts/", GoldChangeCountsView.as_view()),
    path("projects/<slug:slug>/gold/compared/export/", ComparedGoldExportView.as_view()),
    path("projects/<slug:slug>/releases/", ReleasesView.as_view()),
    path("projects/<slug:slug>/releases/published/", PublishedReleasesView.as_view()),
    path("projects/<slug:slug>/releases/preview/", ReleasePreviewView.as_view()),
    path("projects/<slug:slug>/releases/compare/", CompareReleasesView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/", ReleaseView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/publish/", PublishReleaseView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/share/", ShareReleaseView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/open/", OpenReleaseView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/withdraw/", WithdrawReleaseView.as_view()),
    path("projects/<slug:slug>/releases/<key:release>/download/", DownloadReleaseView.as_view()),
    path("projects/<slug:slug>/sources/", SourcesView.as_view()),
    path("projects/<slug:slug>/sources/<key:pk>/", SourceView.as_view()),
    path("projects/<slug:slug>/sources/<key:pk>/records/", SourceExportView.as_view()),
    path("projects/<slug:slug>/sources/<key:pk>/filed/", FiledRecordsView.as_view()),
    path("projects/<slug:slug>/exposure-policy/", ExposurePolicyView.as_view()),
    path("projects/<slug:slug>/source-comparison/", SourceComparisonView.as_view()),
    path("projects/<slug:slug>/source-samples/", SampleView.as_view()),
    path("projects/<slug:slug>/source-samples/preview/", SamplePreviewView.as_view()),
    path("projects/<slug:slug>/selections/", SelectionsView.as_view()),
    path("projects/<slug:slug>/selections/report/", SelectionReportView.as_view()),
    path("projects/<slug:slug>/selections/<key:pk>/", SelectionView.as_view()),
    path("projects/<slug:slug>/source-quotes/", SourceQuotesView.as_view()),
    path("projects/<slug:slug>/source-quotes/<key:pk>/", SourceQuoteView.as_view()),
    path("projects/<slug:slug>/imports/", ImportsView.as_view()),
    path("projects/<slug:slug>/imports/differing-labels/", DifferingLabelsView.as_view()),
    path("projects/<slug:slug>/imports/<key:pk>/", ImportView.as_view()),
    path("projects/<slug:slug>/imports/<key:pk>/images/", ImportImagesView.as_view()),
    path("projects/<slug:slug>/imports/<key:pk>/start/", StartImportView.as_view()),
    path("projects/<slug:slug>/imports/<key:pk>/undo/", UndoImportView.as_view()),
    path("", include("api.tasks.urls")),
    path("", include("api.teams.urls")),
    path("", include("api.submissions.urls")),
    path("", include("api.boards.urls")),
]
