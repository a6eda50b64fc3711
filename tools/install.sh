#!/bin/sh
# Installs what the project needs, and a Node of its own where the host's is too old. From then on node_modules/.bin,
# which make and npm put first on the PATH, has the Node that everything runs on.
set -eu
cd "$(dirname "$0")/.."
exec >&2 # what is printed to stdout belongs to the command that made us run

echo 'Installing what is missing (once, about half a minute)...'
rm -f node_modules/.bin/node # only the host's Node is asked
npm_ci='npm ci --ignore-scripts --include=dev --include=optional --loglevel=error --no-audit --no-fund'

node=
if ! node tools/require-node.mjs 2>/dev/null; then
  (cd tools/node && $npm_ci)
  node=$(ls -d tools/node/node_modules/node-*/bin) || node=
  if ! "$node/node" tools/require-node.mjs; then
    echo 'There is no Node in the npm registry for this machine: install one.'
    exit 1
  fi
  PATH=$PWD/$node:$PATH
fi

$npm_ci
if [ -n "$node" ]; then ln -s "../../$node/node" node_modules/.bin/node; fi
touch node_modules/.installed
