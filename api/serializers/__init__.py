"""The shapes of the API. Requests are validated by them; answers are described by them and built by queries."""
