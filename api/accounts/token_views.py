"""The user's API tokens. No token can list or create others."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.token_schemas import CreateTokenSerializer
from api.common.membership import person
from api.common.openapi import listing
from foundation.accounts.api_tokens import (
    ApiTokenData,
    CreatedToken,
    create_token,
    revoke_token,
    token_data,
    tokens_of,
)


class TokensView(APIView):
    conflicts = True

    @extend_schema(operation_id="tokens_list", responses=listing(ApiTokenData))
    def get(self, request: Request) -> Response:
        """List the user's tokens, newest first."""
        return Response({"results": tokens_of(person(request), timezone.now()), "next": None})

    @extend_schema(operation_id="token_create", request=CreateTokenSerializer, responses={201: CreatedToken})
    def post(self, request: Request) -> Response:
        """Create a token. Its text is in this response and in no other."""
        fields = CreateTokenSerializer(data=request.data)
        fields.is_valid(raise_exception=True)
        now = timezone.now()
        token, secret = create_token(person(request), **fields.validated_data, now=now)
        return Response(CreatedToken(secret, token_data(token, now)), status=status.HTTP_201_CREATED)


class TokenView(APIView):
    by_address = True

    @extend_schema(operation_id="token_revoke", request=None, responses={200: ApiTokenData})
    def delete(self, request: Request, api_token: int) -> Response:
        """Revoke a token. It stays in the list."""
        now = timezone.now()
        return Response(token_data(revoke_token(person(request), api_token, now), now))
