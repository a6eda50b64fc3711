#!/bin/sh
# make deployment: checks the files of docs/operations/ with the programs that read them, from the Debian packages caddy,
# nginx-light, openssl and systemd. A missing program is an error.
set -eu
cd "$(dirname "$0")/../../docs/operations"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the last line, or all of them if the program fails.
check() {
  "$@" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
  tail -n 1 "$folder/log"
}

check systemd-analyze verify plants.service plants.socket
# The threshold is out of 100. A lower exposure would need a service without network, local sockets and a compiler.
check systemd-analyze security --offline=true --threshold=15 plants.service

check openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=plants.example.com \
  -keyout "$folder/key.pem" -out "$folder/certificate.pem" >/dev/null
sed -e "s|/etc/ssl/plants.pem|$folder/certificate.pem|" -e "s|/etc/ssl/private/plants.pem|$folder/key.pem|" \
  -e 's|listen 443|listen 127.0.0.1:8443|' nginx.conf >"$folder/site.conf"
cat >"$folder/nginx.conf" <<END
pid $folder/pid; events {}
http {
  client_body_temp_path $folder; proxy_temp_path $folder; fastcgi_temp_path $folder; uwsgi_temp_path $folder; scgi_temp_path $folder;
  include $folder/site.conf;
}
END
check nginx -t -e stderr -p "$folder" -c "$folder/nginx.conf"

export XDG_DATA_HOME="$folder" XDG_CONFIG_HOME="$folder"
check caddy validate --adapter caddyfile --config Caddyfile
