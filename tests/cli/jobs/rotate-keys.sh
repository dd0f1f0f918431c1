#!/usr/bin/env bash
# Change the key that wraps passwords on their way. Programs that hold a former key go on for 24 hours.
# Usage: rotate-keys.sh
set -euo pipefail
coldfleet keys rotate --json
