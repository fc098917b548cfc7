#!/usr/bin/env python
"""Morel's commands, from a checkout. `python manage.py help` lists them."""

from api.config.command import main

if __name__ == "__main__":
    main()
