#!/usr/bin/env bash
# Run one job twice in parallel to one file: readers see one complete file, never a mixture.
# Usage: overlapping-exports.sh FILE
set -euo pipefail
file=$1
coldfleet devices export --quiet --out "$file" &
first=$!
coldfleet devices export --quiet --out "$file"
wait "$first"
