"""An identity provider with one user who always consents. Its claims and its failures can be set."""

import base64
import hashlib
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
_AT_GITHUB = "/login/oauth"


class Provider:
    """A context manager that runs the server. `requested`: the paths of all requests."""

    def __init__(self, client: str, secret: str) -> None:
        self.client, self.secret = client, secret
        self.person: dict[str, Any] = {"sub": "u-1", "preferred_username": "newton", "name": "Newton Pell"}
        self.answers: dict[str, Any] = {}  # path → response instead of the usual one
        self.token: dict[str, Any] = {}  # claims to override
        self.refuses = ""  # the error of a refused authorization
        self.requested: list[str] = []
        self._codes: dict[str, dict[str, str]] = {}
        self._tokens: set[str] = set()
        self._http = _Server(("127.0.0.1", 0), _Handler)
        self._http.provider = self

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> "Provider":
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    def answer(self, path: str, given: dict[str, str], bearer: str) -> tuple[int, Any]:
        if path in self.answers:
            return 200, self.answers[path]
        if path in {"/authorize", f"{_AT_GITHUB}/authorize"}:
            return 302, self._authorize(given)
        if path in {"/token", f"{_AT_GITHUB}/access_token"}:
            return self._give_token(given, with_id=path == "/token")
        if path in {"/userinfo", "/user"}:
            return (200, self.person) if bearer.split(" ")[-1] in self._tokens else (401, {})
        known = {"/.well-known/openid-configuration": self._configuration(), "/jwks": self._keys()}
        return (200, known[path]) if path in known else (404, {})

    def _configuration(self) -> dict[str, Any]:
        here = self.address
        return {
            "issuer": here,
            "authorization_endpoint": f"{here}/authorize",
            "token_endpoint": f"{here}/token",
            "userinfo_endpoint": f"{here}/userinfo",
            "jwks_uri": f"{here}/jwks",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def _keys(self) -> dict[str, Any]:
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(_KEY.public_key()))
        return {"keys": [{**public, "kid": "1", "use": "sig", "alg": "RS256"}]}

    def _authorize(self, given: dict[str, str]) -> str:
        assert given["client_id"] == self.client
        assert given["response_type"] == "code"
        assert given["code_challenge_method"] == "S256"
        parameters = {"state": given["state"]}
        if self.refuses:
            parameters["error"] = self.refuses
        else:
            parameters["code"] = secrets.token_urlsafe(8)
            self._codes[parameters["code"]] = given
        return f"{given['redirect_uri']}?{urlencode(parameters)}"

    def _give_token(self, given: dict[str, str], *, with_id: bool) -> tuple[int, Any]:
        """Return a token, once for each code, if the request matches the authorization."""
        authorization = self._codes.pop(given.get("code", ""), None)
        digest = hashlib.sha256(given.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            authorization is None
            or authorization["redirect_uri"] != given["redirect_uri"]
            or authorization["code_challenge"] != challenge
            or (given["client_id"], given["client_secret"]) != (self.client, self.secret)
        ):
            return 400, {"error": "invalid_grant"}
        self._tokens.add(token := secrets.token_urlsafe(8))
        response = {"access_token": token, "token_type": "Bearer"}
        return 200, response | ({"id_token": self._id_token()} if with_id else {})

    def _id_token(self) -> str:
        now = int(time.time())
        claims = {
            "iss": self.address,
            "aud": self.client,
            "sub": self.person.get("sub", ""),
            "iat": now,
            "exp": now + 600,
            **self.token,
        }
        return jwt.encode(claims, _KEY, algorithm="RS256", headers={"kid": "1"})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    provider: Provider


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self._answer(dict(parse_qsl(urlsplit(self.path).query)))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(dict(parse_qsl(body)))

    def _answer(self, given: dict[str, str]) -> None:
        path = urlsplit(self.path).path
        self.server.provider.requested.append(path)
        status, response = self.server.provider.answer(path, given, self.headers.get("Authorization", ""))
        body = b"" if status == 302 else json.dumps(response).encode()
        self.send_response(status)
        if status == 302:
            self.send_header("Location", response)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 — the name in the base class
        pass
