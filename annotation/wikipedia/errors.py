"""Why a page could not be had."""


class FetchError(Exception):
    """`code` is stable, `detail` a sentence for people. What is `passing` may be gone at the next try."""

    def __init__(
        self, code: str, detail: str, *, passing: bool = False, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.passing = passing
        self.retry_after = retry_after  # seconds, as the server asked for
