# Every target installs and builds what is missing, and only then. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build types geocode-batch reverse-batch forcode-batch nearby-batch route-batch convert-batch imagery-batch viewer test test-all doors check bench starter docs python release clean

# Passed to the recipes through the environment, so that paths with spaces, quotes and Vietnamese letters are not changed.
# `value` prevents that a $ in them is expanded.
define as-given
override $(1) := $$(value $(1))
export $(1)
endef
$(foreach name,INPUT OUTPUT SERVICE DATASET RATE,$(eval $(call as-given,$(name))))

# Runs a command under a title, with a line every five seconds, so that silence never looks like a stop.
define alive
@echo '$(1)' >&2; { while sleep 5 >/dev/null 2>&1; do kill -0 $$$$ 2>/dev/null || exit; echo "  $(firstword $(1)) $$SECONDS s" >&2; done & } ; life=$$!; trap 'kill $$life 2>/dev/null' EXIT; $(2)
endef

INSTALLED := node_modules/.package-lock.json
BUILT := dist/cli/main.cjs
TYPES := dist/types/index.d.ts
SOURCES := $(shell find src tools/viewer tools/report tools/package -type f -not -name '*.test.ts' -not -name '*.md')

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo '  make geocode-batch INPUT=addresses.csv [OUTPUT=folder] [SERVICE=local|URL] [DATASET=folder] [RATE=requests a second] [ARGS="--limit 100"]'

$(INSTALLED): package.json package-lock.json
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); if (a < 20 || (a === 20 && b < 19)) { console.error("Geomill needs Node 20.19 or newer; this is " + process.version); process.exit(1) }'
	$(call alive,npm ci: 790 MB on disk; Valhalla has 280 of them (routes over roads) and DuckDB 70 (tests),npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
	@touch $@

$(BUILT): $(INSTALLED) package.json tools/build.ts tsconfig.json $(SOURCES)
	$(call alive,build: dist/ in some 5 s,npx --no-install tsx tools/build.ts)

$(TYPES): $(BUILT) tools/package/tsconfig.types.json
	$(call alive,types of the library: dist/types/ in some 15 s,npx --no-install tsx tools/package/types.ts)

setup: $(INSTALLED) ## Install the packages
build: $(BUILT) ## Build the command line and the library into dist/
types: $(TYPES) ## Build the declarations of the library too

define run-job
	@if [ -z "$$INPUT" ]; then echo 'INPUT is missing. Example: make $@ INPUT=fixtures/addresses.csv' >&2; exit 64; fi
	@node $(BUILT) run $(1) --input "$$INPUT" $${OUTPUT:+--output "$$OUTPUT"} $${SERVICE:+--service "$$SERVICE"} \
	  $${DATASET:+--dataset "$$DATASET"} $${RATE:+--rate "$$RATE"} $(ARGS)
endef

geocode-batch: $(BUILT) ## Geocode a file of addresses
	$(call run-job,geocode)
reverse-batch: $(BUILT) ## Reverse geocode a file of points
	$(call run-job,reverse)
forcode-batch: $(BUILT) ## Encode a file of points as forcodes
	$(call run-job,forcode)
nearby-batch: $(BUILT) ## Search places near each point of a file: ATMs, hospitals, markets ...
	$(call run-job,nearby)
route-batch: $(BUILT) ## Order the rows of delivery batches into tours
	$(call run-job,route)
convert-batch: $(BUILT) ## Write a file of addresses with the units of today, or of another day
	$(call run-job,convert)

# The starter dataset has no street pictures: without another dataset or a service, the drawn ones of fixtures/street are built into a
# dataset, once.
STREET := output/.street
CHOSEN := $(filter-out local,$(value DATASET) $(value SERVICE) $(value GEOMILL_DATASET) $(value GEOMILL_SERVICE))
$(STREET)/manifest.json: fixtures/street/items.ndjson $(BUILT)
	@node $(BUILT) dataset build --imagery $< --out $(STREET) --quiet
imagery-batch: $(BUILT) $(if $(CHOSEN),,$(STREET)/manifest.json) ## Choose the street picture that shows each point of a file
	$(call run-job,imagery $(if $(CHOSEN),,--dataset $(STREET)))
$(STREET)/pictures: $(STREET)/manifest.json
	@rm -rf $@ && cp -R fixtures/street/pictures $@ && touch $@
viewer: $(BUILT) $(STREET)/pictures ## Serve the drawn street pictures: http://127.0.0.1:8080/viewer/demo.html
	@node $(BUILT) serve --dataset $(STREET) $(ARGS)

test: $(BUILT) ## Run the tests, without most of those that start programs
	@npx --no-install vitest run --project unit --project quick $(TEST_ARGS)
test-all: $(TYPES) ## Run all tests, with the browser and the long suites of the day: GEOMILL_DAY=all for those of every day
	@GEOMILL_TEST_ALL=1 GEOMILL_DAY="$${GEOMILL_DAY:-today}" npx --no-install vitest run --project '!structure' $(TEST_ARGS)
doors: $(BUILT) ## Run programs of others against a server: GDAL, stac-js, nginx, QGIS, LibreOffice, where they are installed
	@GEOMILL_DOORS=1 npx --no-install vitest run test/integration/doors.test.ts test/integration/doors-nginx.test.ts test/integration/doors-qgis.test.ts test/integration/imagery-client.test.ts --reporter=verbose
# One after another, or side by side with `make -j2 check`.
CHECKS := check-types check-lint check-format check-unused check-structure check-rooms
.PHONY: $(CHECKS)
check: $(CHECKS) ## Check types, lint, format, import rules, dead code, generated documents
check-types: $(TYPES)
	$(call alive,types: tsc,node_modules/.bin/tsc -b --incremental)
	$(call alive,types-web: tsc over src/web,node_modules/.bin/tsc --noEmit -p src/web/tsconfig.json)
check-lint: $(BUILT)
	$(call alive,lint: eslint,node --max-semi-space-size=64 node_modules/eslint/bin/eslint.js --max-warnings 0 .)
check-format: $(BUILT)
	$(call alive,format: prettier,node_modules/.bin/prettier --check --log-level warn .)
check-unused: $(BUILT)
	$(call alive,unused: knip,node_modules/.bin/knip --no-progress)
check-structure: $(BUILT)
	$(call alive,structure: imports and documents,node_modules/.bin/vitest run --project structure)
check-rooms: $(INSTALLED)
	@node_modules/.bin/tsx tools/room-lines.ts
bench: $(BUILT) ## Run the benchmarks and print tables
	@npx --no-install tsx test/bench/main.ts $(ARGS)
# The maps are for `GEOMILL_DEBUG=1`: unpacked over an installed package they give stack traces the lines of the TypeScript source.
release: $(TYPES) ## Pack the packages geomill and @geomill/viewer, and the source maps apart, into output/release
	@! grep -q example.invalid package.json || echo 'package.json: fill in homepage, bugs and repository before npm publish; they name example.invalid' >&2
	rm -rf output/release && mkdir -p output/release
	npm pack --ignore-scripts --pack-destination output/release
	cd dist/viewer && npm pack --ignore-scripts --pack-destination ../../output/release
	find dist -name '*.map' -print0 | sort -z | tar -czf output/release/geomill-source-maps.tgz --null -T -
python: ## Build the wheel of python/geomill.py and the plugin of QGIS into output/release, without network
	@python3 -B python/build_wheel.py output/release
	@python3 -B python/build_qgis.py output/release
docs: $(BUILT) ## Write everything that is generated from the code: documents and job schema; ARGS=--pictures their pictures too
	$(call alive,docs: what is generated from the code and from docs/figures.json,npx --no-install tsx tools/docs/main.ts $(ARGS))
starter: $(INSTALLED) ## Build the starter dataset from boundaries: BOUNDARIES=folder
	@npx --no-install tsx tools/starter/main.ts $(ARGS)
clean: ## Remove builds and installed packages; results stay
	rm -rf dist dist.new dist.old node_modules coverage output/.types
