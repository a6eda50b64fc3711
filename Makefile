# Every command of the project. Each works at once in a fresh clone, on any Node from 20: it installs what is missing.
# A variable given to make (make start PORT=8080) reaches the command as an environment variable; make sees to that.

.DEFAULT_GOAL := help
.PHONY: help start token import export mock dev generate docs check compat format test contract parity coverage faults mutants package storm

export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export REDOCLY_TELEMETRY := off

installed := node_modules/.installed

help: ## print this list
	@echo 'Plant Collection Service'
	@echo
	@awk -F ' *## *' '/^[a-z]+:.*##/ { sub(":.*", "", $$1); line = sprintf("  make %-9s %-46s %s", $$1, $$2, $$3); sub(" +$$", "", line); print line }' Makefile
	@echo
	@echo 'Set a variable like this: make start PORT=8080'

start: $(installed) ## run the service ## PORT HOST DATA
	@exec node server/main.ts

token: $(installed) ## print a token for the service started here ## SUB SCOPE DATA
	@exec node server/commands/token.ts

import: $(installed) ## add the plants of a CSV file that are missing ## FILE NAME_COLUMN TAG_COLUMN URL TOKEN
	@exec node server/commands/import.ts

export: $(installed) ## write the collection as CSV ## FILE URL TOKEN
	@exec node server/commands/export.ts

mock: $(installed) ## run a mock of the service ## PORT HOST
	@exec node server/commands/mock.ts

dev: $(installed) ## run service and mock, restart them on changes ## PORT MOCK_PORT DATA
	@exec node tools/dev.ts

generate: $(installed) ## make generated/ from openapi.yaml
	@exec node tools/generate.ts

docs: $(installed) ## make the page of docs, and say where it is
	@exec node tools/generate.ts --docs

check: $(installed) ## check all that can be checked without running it
	@echo '== the contract and its journeys keep their rules'; exec redocly lint openapi.yaml docs/workflows.arazzo.yaml
	@echo '== no change breaks a consumer unseen'; exec node tools/compat.ts
	@echo '== generated/ is what the contract makes'; exec node tools/generate.ts --check
	@echo '== the types fit'; exec tsc
	@echo '== the code is tidy'; exec biome check --error-on-warnings
	@echo '== imports point one way'; exec vitest run --passWithNoTests test/architecture.test.ts

compat: $(installed) ## check that no change breaks callers unsaid ## OLD NEW PLANTED
	@exec node $(if $(PLANTED),test/proof/compat/run.ts,tools/compat.ts)

format: $(installed) ## put the code in its form
	@exec biome check --write

test: $(installed) ## run the tests ## ARGS (of vitest)
	@exec vitest run $(ARGS)

contract: $(installed) ## show that a service or mock keeps the contract ## URL TOKEN WRITE MOCK SEED
	@exec node test/proof/conformance/run.ts

parity: $(installed) ## ask service, mock and plain Prism the same ## SEED REQUESTS
	@exec node test/proof/parity/run.ts

coverage: $(installed) ## show that every documented answer is real
	@exec node test/proof/coverage/run.ts

faults: $(installed) ## plant defects and check that each is reported ## FAULT (words) CONCURRENCY
	@exec node test/faults/main.ts

mutants: $(installed) ## mutate code or contract, expect failing tests ## FILES FORCE CONCURRENCY or CONTRACT SEED SAMPLE MUTANT
	@exec node test/proof/$(if $(CONTRACT),contract-mutations,mutations)/main.ts

package: $(installed) ## make the client package as it is published
	@exec node tools/build-client.ts

storm: $(installed) ## try the client against a faulty service ## SEED RUNS
	@exec node test/client/faults/run.ts

$(installed): package-lock.json client/package.json tools/node/package-lock.json
	@exec sh tools/install.sh
