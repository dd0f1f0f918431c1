#!/usr/bin/env bash
# Change the key that wraps passwords on their way. Programs that hold a former key go on for 24 hours.
# Run it on the machine of the data: no token may do this from elsewhere.
# Usage: rotate-keys.sh
set -euo pipefail
coldfleet keys rotate --json
