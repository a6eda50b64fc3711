#!/bin/sh
# Installs the packages of the project in the current folder, and a newer Node if the host's is too old. node_modules/.bin
# then has that Node. make and npm put this folder first on the PATH, so every command runs on the newer Node. The argument
# is the folder of this script: a project that gets the stack as a package runs it before the folder exists.
set -eu
exec >&2 # stdout belongs to the command that started this script
folder=$1
start=$(date +%s)

# The packages that every machine needs: an optional package may be for a different platform.
required=$(awk '
  /^    "node_modules\/[^"]*": \{/ { path = $1 }
  /^      "(optional|link)": true/ { path = "" }
  /^    \}/ { if (path != "") { gsub(/[":]/, "", path); print path }; path = "" }
' package-lock.json)
count=$(echo "$required" | wc -l)

duration() {
  seconds=$(($(date +%s) - start))
  if [ "$seconds" -lt 60 ]; then echo "$seconds s"; else echo "$((seconds / 60)) min $((seconds % 60)) s"; fi
}

print_progress() {
  unpacked=$(for path in $required; do if [ -f "$path/package.json" ]; then echo; fi; done | wc -l)
  size=$(du -sk node_modules "$folder/node_modules" 2>/dev/null | awk '{ sum += $1 } END { print int(sum / 1024) }')
  echo "  $(duration): $((unpacked)) of $((count)) packages, $size MB"
}

echo "Installing $((count)) packages (only once). The time depends on the network."
# The output of sleep would stay open after the end, and callers would wait for it. An interrupt ends only this script.
while sleep 10 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do print_progress; done &
trap 'kill $!' EXIT
rm -f node_modules/.bin/node # npm runs on the Node of the host
npm ci --ignore-scripts --include=dev --include=optional --no-progress --loglevel=error --no-audit --no-fund >/dev/null
sh "$folder/node.sh"
touch node_modules/.installed
echo "Installed in $(duration)."
