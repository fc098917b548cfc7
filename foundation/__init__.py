"""Accounts, sessions, jobs, e-mail, write transactions and change events. Independent of projects."""
