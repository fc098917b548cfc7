"""Views: validate, call one service or query, present."""
