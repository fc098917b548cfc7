"""For leads: decide on many open items by a rule, and undo it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation.queries.curation.decision_rules import (
    RuleApplicationData,
    RuleData,
    RulePreview,
    application_data,
    applications,
    preview_rule,
    rule_from,
)
from annotation.queries.projects.access import Access
from annotation.services.curation.decision_rules import apply_rule, undo_application
from api.common import query_parameters
from api.common.base_schema import checked
from api.common.membership import lead
from api.common.openapi import listing
from api.curation.rule_schemas import ApplyRuleSerializer, DecisionRuleSerializer
from morelkit.gold.decision_rules import DecisionRule
from morelkit.text.languages import fold_tag


class DecisionRulesView(APIView):
    for_leads = True
    conflicts = True
    pools = {"GET": "long", "POST": "long"}

    @extend_schema(operation_id="rule_applications_list", responses=listing(RuleApplicationData))
    def get(self, request: Request, slug: str) -> Response:
        """The latest applications of rules, latest first."""
        return Response({"results": applications(lead(request, slug).project), "next": None})

    @extend_schema(
        operation_id="rule_apply", request=ApplyRuleSerializer, responses={201: RuleApplicationData}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Decide on the open items that the rule settles, at most 500 at once. It can be undone as a whole."""
        here = lead(request, slug)
        content = checked(ApplyRuleSerializer(data=request.data))
        rule, language = _rule(here, content)
        application = apply_rule(here, rule, language, content["expected"], timezone.now())
        return Response(application_data(application), status=status.HTTP_201_CREATED)


class RulePreviewView(APIView):
    for_leads = True
    pools = {"POST": "long"}

    @extend_schema(operation_id="rule_preview", request=DecisionRuleSerializer, responses=RulePreview)
    def post(self, request: Request, slug: str) -> Response:
        """The open items that the rule would decide on, with gold before and after. Nothing is changed."""
        here = lead(request, slug)
        content = checked(DecisionRuleSerializer(data=request.data))
        return Response(preview_rule(here.project, *_rule(here, content)))


class UndoRuleView(APIView):
    for_leads = True
    conflicts = True

    @extend_schema(operation_id="rule_undo", request=None, responses=RuleApplicationData)
    def post(self, request: Request, slug: str, application: int) -> Response:
        """Withdraw the decisions of an application that nobody has changed since."""
        here = lead(request, slug)
        return Response(application_data(undo_application(here, application, timezone.now())))


def _rule(here: Access, content: dict[str, Any]) -> tuple[DecisionRule, str]:
    data = RuleData(content["kind"], content["gold"], content["characters"], content["take"])
    known = {row.language: row.spelling for row in here.languages}
    language = fold_tag(content["language"]) if content["language"] else ""
    if language and language not in known:
        raise query_parameters.unknown("language", language, ", ".join(known.values()))
    return rule_from(data), language
