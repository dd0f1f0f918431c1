/** Seconds between a failed attempt and the next one. Source: alerts.md, Messages */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The first attempt and one after each wait: `mostTries` shows this number to people. */
export const mostAttempts = waits.length + 1
/** Add up to a fifth, so that simultaneous failures are not retried simultaneously. */
const jitter = 0.2

/**
 * Return when a message is due again after `failed` failures; null = no more retries.
 * @param requestedSeconds seconds that the receiver has requested, used as the minimum
 * @param random from 0 up to 1
 */
export function nextAttempt(now: Date, failed: number, requestedSeconds: number | null, random: number): Date | null {
  const wait = waits[failed - 1]
  if (wait === undefined) return null
  const seconds = Math.max(wait * (1 + jitter * random), requestedSeconds ?? 0)
  return new Date(now.getTime() + seconds * 1_000)
}
