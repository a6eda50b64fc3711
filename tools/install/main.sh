#!/bin/sh
# Installs what the project needs, and a newer Node if the host's is too old. node_modules/.bin then has that Node. make
# and npm put this folder first on the PATH, so every command runs on the newer Node.
set -eu
cd "$(dirname "$0")/../.."
exec >&2 # stdout belongs to the command that started this script

echo 'Installing packages (only once, about 30 seconds)...'
rm -f node_modules/.bin/node # npm runs on the Node of the host
npm ci --ignore-scripts --include=dev --include=optional --loglevel=error --no-audit --no-fund
sh stack/install/node.sh
touch node_modules/.installed
