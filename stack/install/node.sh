#!/bin/sh
# Gives the project in the current folder a newer Node, node_modules/.bin/node, if the host's is too old. Call it by a relative path.
set -eu
exec >&2
folder=$(dirname "$0")
rm -f node_modules/.bin/node # the check below must see the host's Node
if node "$folder/require-node.mjs" 2>/dev/null; then exit; fi

echo "Installing a newer Node: this machine has $(node --version)."
(cd "$folder" && npm ci --ignore-scripts --include=optional --no-progress --loglevel=error --no-audit --no-fund >/dev/null)
newer=$(ls "$folder"/node_modules/node-*/bin/node) || newer=
if ! "$newer" "$folder/require-node.mjs"; then
  echo 'The npm registry has no Node for this machine. Install Node yourself: https://nodejs.org'
  exit 1
fi
mkdir -p node_modules/.bin
ln -s "../../$newer" node_modules/.bin/node
