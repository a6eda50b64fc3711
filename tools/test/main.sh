#!/bin/sh
# `make test` and `make test-slow`: run vitest with the arguments of this script, and then with those in ARGS. They may have
# quotes. xargs splits them, and runs nothing in them.
set -euf
words=$(printf '%s' "${ARGS-}" | xargs printf '%s\n')
IFS='
'
# shellcheck disable=SC2086 # One argument for each line.
exec vitest run "$@" $words
