#!/usr/bin/env bash
# Prove that a backup can be read back, into the other engine: from this server's database into an empty PostgreSQL.
# Usage: restore-drill.sh POSTGRES_URL    (an empty database; DATA_DIR of the drill is thrown away)
# Runs on the machine of the server, as its user; by COLDFLEET_URL with COLDFLEET_TOKEN=$(cat DATA_DIR/keys/terminal.token): no token of a person may do this.
set -euo pipefail
target=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

coldfleet db backup --quiet --with-keys --out "$work/coldfleet.backup"
elsewhere() { env -u COLDFLEET_URL -u COLDFLEET_TOKEN DATABASE_URL="$target" DATA_DIR="$work/data" coldfleet "$@"; }
elsewhere db restore "$work/coldfleet.backup" --with-keys --json

# The same questions to both: the drill fails where the answers differ.
for list in devices clients repairs; do
  diff <(coldfleet "$list" export --json) <(elsewhere "$list" export --json)
done
