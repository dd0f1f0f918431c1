#!/usr/bin/env bash
# Add and change the users of a spreadsheet's CSV. Safe to run again: users are identified by their user name.
# Usage: users-from-a-spreadsheet.sh FILE
set -euo pipefail
file=$1

# A dry run first: one wrong line ends the job with 1, names the line, and changes nothing.
coldfleet users seed --file "$file" --dry-run
coldfleet users seed --file "$file"
