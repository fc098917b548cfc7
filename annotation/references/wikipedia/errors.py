"""The error of a failed request to Wikipedia."""


class FetchError(Exception):
    """A page could not be fetched. `code` is stable, `detail` is a sentence; `transient` errors are worth a retry."""

    def __init__(
        self, code: str, detail: str, *, transient: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.transient = transient
        self.retry_after = retry_after  # seconds, from the server's Retry-After header
