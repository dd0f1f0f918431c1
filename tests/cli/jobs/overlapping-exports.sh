#!/usr/bin/env bash
# Two runs of one job to one file: readers see one whole file, never a mixture.
# Usage: overlapping-exports.sh FILE
set -euo pipefail
file=$1
coldfleet devices export --quiet --out "$file" &
first=$!
coldfleet devices export --quiet --out "$file"
wait "$first"
