"""Measure the time and memory budgets. Each module prints its results and asserts no times."""
