#!/usr/bin/env bash
# Send a device feed; if the job is killed in the middle, start it again: a feed is applied completely or not at all,
# and applying it twice has the same result as once.
# Usage: update-after-a-kill.sh FEED [OPTIONS]    (OPTIONS of devices update, for example --confirm new-machines)
set -euo pipefail
feed=$1
shift
coldfleet devices update --file "$feed" --json "$@" &
job=$!
sleep 0.6
kill -KILL "$job" 2>/dev/null || true
wait "$job" 2>/dev/null || true

# Whether the first run succeeded or not, after this one the fleet matches the feed.
coldfleet devices update --file "$feed" --json "$@"
