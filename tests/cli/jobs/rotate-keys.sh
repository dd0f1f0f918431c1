#!/usr/bin/env bash
# Change the key that encrypts passwords in requests. Programs with a former key keep working for 24 hours.
# Usage: rotate-keys.sh
# Run it on the server's machine, as its user, or through COLDFLEET_URL with the operator's token,
# COLDFLEET_TOKEN=$(cat DATA_DIR/keys/terminal.token): no token of a user may do this.
set -euo pipefail
coldfleet keys rotate --json
