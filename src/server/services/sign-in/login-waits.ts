const failuresBeforeWaiting = 5
const windowMilliseconds = 5 * 60_000
const firstWaitMilliseconds = 60_000
const longestWaitMilliseconds = 15 * 60_000
/** After this long without a counted failure, waits start small again. */
const forgottenAfterMilliseconds = 60 * 60_000

/**
 * Return until when (milliseconds) a user may not sign in from a network, from the times of its failures since the last
 * success, oldest first. Five within five minutes cause a wait of 60 s, each further one doubles it, up to 15 minutes.
 * An attempt during a wait is refused without a check, so it neither counts nor extends the wait. 0 = no wait. Source:
 * trust.md row 9
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
