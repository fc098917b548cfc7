# Morel. `make run` on a fresh machine with Python ≥ 3.11, Node ≥ 20.19 and make; the rest is installed here.
# Files in .make record finished steps: a step is repeated only when its inputs have changed.

SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
BIN := .venv/bin
FRONTEND := $(shell find frontend/src frontend/public -type f 2>/dev/null) $(wildcard frontend/*.json frontend/*.ts frontend/*.js frontend/index.html)

# Whole files, in order: a worker then starts its browser and its server once for all journeys. Workers wait for servers and
# browsers now and then, so three keep two cores busy.
WORKERS ?= 3
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder
ON_POSTGRES := tests/test_migrations.py tests/foundation tests/services tests/api tests/concurrency tests/e2e

# REQUESTS: of each role. SEED repeats a run.
REQUESTS ?= 400

.PHONY: install run test journeys test-postgres fuzz coverage check check-python check-frontend test-frontend test-python bench clean format types screenshots wheels check-wheels

install: .make/python .make/kit .make/frontend ## install what Morel needs into .venv and frontend/node_modules, build the pages

run: install ## migrate, load the demo project and its shared task, serve on 127.0.0.1:8000 (PORT=… to change)
	@echo "Preparing the database and the demo. The first time takes about a minute."
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo > /dev/null
	@$(BIN)/python manage.py demo_task > /dev/null
	@exec $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

test: test-frontend test-python ## the front end, the library, services, the API on SQLite, and one browser journey per page

test-frontend: install
	@cd frontend && npm run --silent test

test-python: install .make/python-dev
	@$(PYTEST) -m "page or not (e2e or crowd)"

journeys: install .make/python-dev ## all browser journeys and accessibility scenes, and crowds (FULL=1: every appearance and all runs)
	@$(PYTEST) -m "e2e or crowd" --ignore tests/e2e/test_pages.py tests/e2e tests/concurrency

test-postgres: install .make/python-dev ## what depends on the database, on PostgreSQL and Redis; starts both unless DATABASE_URL is set
	@scripts/with-postgres $(PYTEST) -m "(not e2e or save_safety) and not sqlite and not any_database" $(ON_POSTGRES)

fuzz: install .make/python-dev ## generated requests to the whole API as anonymous, annotator, lead and guest: schema and server must agree (SEED=… REQUESTS=…)
	@$(BIN)/python -m tests.fuzz --requests $(REQUESTS) $(if $(SEED),--seed $(SEED))

coverage: install .make/python-dev ## line and branch coverage of the Python packages by the tests without a browser
	@$(PYTEST) -m "not (e2e or crowd)" --cov --cov-report=term:skip-covered --cov-report=json:var/coverage.json

check: install .make/python-dev ## formatting, lint, types, import contracts, generated files, retired names, file lengths, then make test
	@$(MAKE) --no-print-directory -j 2 --output-sync=target check-frontend check-python test-frontend
	@$(MAKE) --no-print-directory test-python

check-python:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check
	scripts/check-generated
	scripts/check-retired-names
	scripts/check-file-length

check-frontend:
	cd frontend && npm run --silent format:check && npm run --silent lint && npm run --silent check

bench: install .make/python-dev ## measure the budgets: agreement, α and F1s, scores, shared tasks, saves, reservations, next item, imports, exports, releases, sources, overview, first page, workspace, reference
	@$(BIN)/python -m bench

format: install .make/python-dev ## format all code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	cd frontend && npm run --silent format

types: install .make/python-dev ## regenerate the API schema and the front end's types
	scripts/generate-types api/schema.yaml frontend/src/api/schema.d.ts frontend/src/api/measures.ts

wheels: install ## build the distributions morelkit and morel-server, pages and fixtures included, into dist
	rm -rf dist
	$(BIN)/uv build --python $(BIN)/python --no-build-isolation --out-dir dist kit
	$(BIN)/uv build --python $(BIN)/python --no-build-isolation --out-dir dist .

check-wheels: wheels .make/python-dev ## install both wheels into empty environments, verify a release, annotate in a browser, take part in a shared task
	$(BIN)/python -m tests.wheels dist

screenshots: install .make/python-dev ## take the screenshots of the README again
	$(BIN)/python -m tests.e2e.screenshots docs/images

clean: ## remove everything that was installed or built, but no data
	rm -rf .make .venv dist frontend/node_modules frontend/dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

.make/venv:
	@mkdir -p .make
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Morel needs Python 3.11 or newer."; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@

.make/python: requirements.lock | .make/venv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements.lock
	@touch $@

# A folder has no hash to require, so the library is installed in a separate step, by the tools of the lock file.
.make/kit: kit/pyproject.toml .make/python
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable ./kit
	@$(BIN)/python -m compileall -q annotation api evaluation foundation kit/morelkit
	@touch $@

.make/python-dev: requirements-dev.lock .make/python
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.lock
	@touch $@

.make/npm: frontend/package-lock.json
	@mkdir -p .make
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' \
		|| { echo "Morel needs Node 20.19 or newer."; exit 1; }
	cd frontend && npm ci --silent --no-audit --no-fund
	@touch $@

.make/frontend: $(FRONTEND) .make/npm .make/python
	cd frontend && npm run --silent build -- --logLevel warn
	@$(BIN)/python -m whitenoise.compress --quiet frontend/dist
	@touch $@
