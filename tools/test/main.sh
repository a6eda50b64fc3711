#!/bin/sh
# `make test` and `make test-slow`: runs vitest with the arguments of this script, followed by the arguments in ARGS. These
# may have quotes: xargs splits them, and evaluates nothing.
set -euf
words=$(printf '%s' "${ARGS-}" | xargs printf '%s\n')
IFS='
'
# shellcheck disable=SC2086 # One argument for each line.
exec vitest run "$@" $words
