#!/usr/bin/env bash
# Prove that a backup can be restored into the other engine: from this server's database into an empty PostgreSQL.
# Usage: restore-drill.sh POSTGRES_URL    (an empty database; DATA_DIR of the drill is removed)
# Run it on the server's machine, as its user, or through COLDFLEET_URL with the operator's token,
# COLDFLEET_TOKEN=$(cat DATA_DIR/keys/terminal.token): no token of a user may do this.
set -euo pipefail
target=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

coldfleet db backup --quiet --with-keys --out "$work/coldfleet.backup"
elsewhere() { env -u COLDFLEET_URL -u COLDFLEET_TOKEN DATABASE_URL="$target" DATA_DIR="$work/data" coldfleet "$@"; }
elsewhere db restore "$work/coldfleet.backup" --with-keys --json

# Send the same queries to both: the drill fails if the responses differ.
for list in devices clients repairs; do
  diff <(coldfleet "$list" export --json) <(elsewhere "$list" export --json)
done
