#!/bin/sh
# Installs what the project needs, and a newer Node if the host's is too old. node_modules/.bin then has that Node. make
# and npm put this folder first on the PATH, so every command runs on the newer Node.
set -eu
cd "$(dirname "$0")/../.."
exec >&2 # stdout belongs to the command that started this script

echo 'Installing packages (only once, about 30 seconds)...'
rm -f node_modules/.bin/node # the check below must see the host's Node
npm_ci='npm ci --ignore-scripts --include=dev --include=optional --loglevel=error --no-audit --no-fund'

node=
if ! node tools/install/require-node.mjs 2>/dev/null; then
  (cd tools/install/node && $npm_ci)
  node=$(ls -d tools/install/node/node_modules/node-*/bin) || node=
  if ! "$node/node" tools/install/require-node.mjs; then
    echo 'The npm registry has no Node for this machine. Install Node yourself: https://nodejs.org'
    exit 1
  fi
  PATH=$PWD/$node:$PATH
fi

$npm_ci
if [ -n "$node" ]; then ln -s "../../$node/node" node_modules/.bin/node; fi
touch node_modules/.installed
