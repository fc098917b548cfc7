"""Measurements against the budgets of DESIGN.md; each module prints its own figures and asserts no times."""
