#!/usr/bin/env bash
# Change the key that wraps passwords on their way. Programs that hold a former key go on for 24 hours.
# Usage: rotate-keys.sh
# Runs on the machine of the server, as its user; by COLDFLEET_URL with COLDFLEET_TOKEN=$(cat DATA_DIR/keys/terminal.token): no token of a person may do this.
set -euo pipefail
coldfleet keys rotate --json
