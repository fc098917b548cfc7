"""What every Morel app needs and what knows no project: accounts, sessions, jobs, email, transactions, events."""
