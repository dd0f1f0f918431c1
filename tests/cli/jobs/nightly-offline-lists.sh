#!/usr/bin/env bash
# Write one file for each client with its offline machines, every night.
# Usage: nightly-offline-lists.sh FOLDER    (COLDFLEET_URL and COLDFLEET_TOKEN name the server)
set -euo pipefail
folder=$1
mkdir -p "$folder"

# Read the whole list of clients first: a failure ends the job before a single file is written.
clients=$(coldfleet clients export --json --columns id)
for id in $(grep -o '[0-9]\+' <<<"$clients"); do
  coldfleet devices export --quiet --client "$id" --state offline --columns serial,site,account,activeWorker --out "$folder/client-$id.csv"
done
