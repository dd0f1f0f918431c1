const failuresBeforeWaiting = 5
const windowMilliseconds = 5 * 60_000
const firstWaitMilliseconds = 60_000
const longestWaitMilliseconds = 15 * 60_000
/** After this long without a failure that counted, the waits start small again. */
const forgottenAfterMilliseconds = 60 * 60_000

/**
 * Until when (milliseconds) a user may not sign in from a network, from the times of its failures since the last success,
 * oldest first: five within five minutes make it wait 60 s, each further one twice as long, up to 15 minutes.
 * A try during a wait was refused unread, so it neither counts nor makes the wait longer. 0 = need not wait. Source: trust.md row 9
 */
export function waitingUntil(failures: readonly number[]): number {
  let until = 0
  let level = 0
  let last = 0
  let recent: number[] = []
  for (const at of failures) {
    if (at < until) continue
    if (level > 0 && at - last > forgottenAfterMilliseconds) level = 0
    last = at
    recent = [...recent.filter((earlier) => at - earlier < windowMilliseconds), at]
    if (level === 0 && recent.length < failuresBeforeWaiting) continue
    until = at + Math.min(firstWaitMilliseconds * 2 ** level, longestWaitMilliseconds)
    level++
    recent = []
  }
  return until
}
