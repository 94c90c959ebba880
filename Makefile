# Two commands do all: make run (the table, in a browser) and make test.
.PHONY: run test bench soak-dice lint lock words states pictures drawings clean

run: ; @.ci/setup run && exec .venv/bin/bankhalter run $(ARGS)

test: ; @.ci/setup test && exec .venv/bin/python -m pytest $(ARGS)

# Figures side by side; make bench ARGS=shark runs the modules of bench/ with that word in their name.
bench: ; @.ci/setup bench && exec .venv/bin/python -m bench $(ARGS)

# The dice reader's long test: 100,000 throws on its test bench and a million damaged lines (ARGS="--throws 1000").
soak-dice: ; @.ci/setup test && exec .venv/bin/python -m tests.firmware.soak $(ARGS)

lint:
	@.ci/setup lint
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

# New versions of the dependencies; needs uv.
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --custom-compile-command "make lock" --upgrade pyproject.toml
lock:
	$(LOCK) --extra build -o requirements.lock
	$(LOCK) --extra build --extra dev -o requirements-dev.lock
	$(LOCK) --extra build --extra dev --extra bench -o requirements-bench.lock

# Brings the catalogues up to date: new texts come in empty, texts that nobody says any more go.
words:
	@.ci/setup test
	.venv/bin/python -m companion.words.upkeep

# The states of the table in docs/table.md, as the program has them.
states: ; @.ci/setup test && exec .venv/bin/python -m tests.companion.table.test_states

# The README's pictures, made by the test that plays three turns.
pictures:
	@.ci/setup test
	mkdir -p docs/pictures
	BANKHALTER_README_PICTURES=docs/pictures .venv/bin/python -m pytest -q tests/test_play.py -k three_turns

# The wiring diagrams and the cup of docs/hardware.md, drawn by hardware/drawings.
drawings:
	@.ci/setup run
	.venv/bin/python -m hardware.drawings docs/wiring

clean: ; rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
