# Every command of the project. Each works in a fresh clone, on any Node from 20: make installs what is missing.
# make passes a variable on its command line (make start PORT=8080) to the command as an environment variable. Recipes read it
# there: as $(VAR), its value would become a part of the command.

# make would expand each $ in such a value, and run $(shell ...). It does not expand variables of the environment.
changed := $(strip $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(if $(findstring $$,$(value $(name))),$(name)))))
ifneq (,$(changed))
$(error $(firstword $(changed)) contains $$, which make would replace. Set it in the environment: $(firstword $(changed))='...' make $(MAKECMDGOALS))
endif

.DEFAULT_GOAL := help
.PHONY: help start example build token import export backup move check-data change-data mock dev generate docs check compat format test test-slow proof contract mutants adopt package restarts alarms deployment histories growth bench storm engines tails failover poolers

export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off
# After the first run, Node loads modules from its compile cache, with the types of TypeScript removed.
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/node

installed := node_modules/.installed
example := dist/example/index.html

help: ## print this list
	@echo 'Plant Collection Service'
	@echo
	@awk -F ' *## *' '/^[a-z-]+:.*##/ { sub(":.*", "", $$1); line = sprintf("  make %-11s %-46s %s", $$1, $$2, $$3); sub(" +$$", "", line); print line }' Makefile
	@echo
	@echo 'Set a variable like this: make start PORT=8080'
	@echo "Set one with a dollar sign like this: TOKEN='...' make export"

start: $(installed) $(example) ## run the service ## PORT HOST DATA DATABASE_URL
	@exec node server/main.ts

example: $(installed) ## run the example app with hot reload ## PORT URL (of a service)
	@exec node tools/example/main.ts

build: $(installed) ## bundle the service for production
	@exec node tools/build/main.ts

token: $(installed) ## print a token for the local service ## SUB SCOPE DATA
	@exec node server/main.ts token

import: $(installed) ## add missing plants from a CSV file ## FILE NAME_COLUMN TAG_COLUMN DELIMITER URL TOKEN
	@exec node client/csv/import.ts

export: $(installed) ## write the collection as CSV ## FILE URL TOKEN
	@exec node client/csv/export.ts

backup: $(installed) ## back up the service that runs with SQLite ## OPS_PORT OPS_HOST
	@exec node server/main.ts back-up

move: $(installed) ## copy the data from SQLite to PostgreSQL ## DATABASE_URL DATA
	@exec node server/main.ts move

check-data: $(installed) ## check stored items against the contract ## DATA DATABASE_URL
	@exec node server/main.ts check-data

mock: $(installed) ## run a mock of the service ## STATEFUL SEED ITEMS RATE_LIMIT CONTROL PORT HOST
	@exec node server/mock.ts

dev: $(installed) ## run service and mock, restart after changes ## PORT MOCK_PORT DATA
	@exec node tools/dev/main.ts

generate: $(installed) ## update generated/ from the contract
	@exec node stack/command.ts generate

docs: $(installed) ## build the docs page and print its path
	@exec node stack/command.ts generate --docs

check: $(installed) ## run all checks except the tests
	@exec node tools/check/main.ts

compat: $(installed) ## check for breaking API changes ## OLD NEW
	@exec node stack/compat/main.ts

format: $(installed) ## format the code
	@exec biome check --write

test: $(installed) ## run all tests except the slow ones ## ARGS (for vitest)
	@exec sh tools/test/main.sh --project=tests

test-slow: $(installed) ## run the tests that take minutes ## ARGS (for vitest)
	@exec sh tools/test/main.sh --project=slow

proof: $(installed) ## run the proofs and write docs/proof.md ## COMMANDS SEED
	@exec node lab/main.ts

contract: $(installed) ## test a service or mock against the contract ## URL TOKEN WRITE MOCK SEED ONLY SKIP COMPARE COVERAGE …
	@if [ "$$URL" ]; then exec node stack/command.ts test; fi; \
	exec node lab/contract/main.ts

mutants: $(installed) ## check that tests catch mutations ## SAMPLE SEED FILES FORCE CONCURRENCY
	@exec node lab/mutations/main.ts

adopt: $(installed) ## write a new repository for another contract ## CONTRACT DIR
	@exec node tools/adopt/main.ts

package: $(installed) ## pack client, mock, contract tester, stack
	@exec node tools/package/main.ts

restarts: $(installed) ## restart the service behind nginx, under load ## SEED RESTARTS
	@exec node lab/restarts/main.ts

alarms: $(installed) ## test the alarms for Prometheus
	@promtool check rules docs/operations/alarms.yml
	@promtool test rules test/docs/operations/alarms.test.yml

deployment: ## check the unit, nginx and Caddy files
	@exec sh tools/deployment/main.sh

histories: $(installed) ## check concurrent calls of the stores ## SEED HISTORIES
	@exec node lab/histories/main.ts

growth: $(installed) ## measure costs with up to 10 million plants ## SIZES ENGINE ROUNDS SEED
	@exec node lab/bench/growth/main.ts

bench: $(installed) ## compare CPU time with other stacks ## ROUNDS WORKLOAD OTHER SEED
	@exec node lab/bench/main.ts

# Removed commands. Each prints what to do instead.
change-data: instead := Stop the service, change the items with SQL, start it again, and run make check-data.
storm: instead := make restarts has 200 runs of it.
engines tails: instead := make bench measures the service, and OTHER= compares another build.
failover: instead := To see an instance survive the promotion of a standby, run: make test ARGS=stack/test/server/store/postgres/connection.test.ts
poolers: instead := Start the service behind the pooler: it refuses each pool_mode but session.
change-data storm engines tails failover poolers:
	@echo 'The command $@ was removed. $(instead)' >&2; exit 1

$(installed): package-lock.json client/package.json stack/package.json stack/install/package-lock.json
	@exec sh stack/install/main.sh stack/install

$(example): $(installed) $(shell find client stack/client stack/query stack/react stack/csv stack/docs generated/client.ts generated/contract-types.ts generated/field-rules.ts generated/operations.ts generated/query generated/react -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.js' -o -name '*.html' 2>/dev/null)
	@exec vite build client/app --logLevel warn
