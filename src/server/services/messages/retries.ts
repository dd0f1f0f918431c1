/** Seconds between a try that failed and the next: at once, then after these. Source: alerts.md, Messages */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The first try and one after each wait: `mostTries` says so to people. */
export const mostAttempts = waits.length + 1
/** Up to a fifth more, so that what failed together does not come again together. */
const jitter = 0.2

/**
 * When a message that has failed so many times is due again; null = no more.
 * @param asked seconds that the receiver has asked for, which are kept to as the least
 * @param random from 0 up to 1
 */
export function nextAttempt(now: Date, failed: number, asked: number | null, random: number): Date | null {
  const wait = waits[failed - 1]
  if (wait === undefined) return null
  const seconds = Math.max(wait * (1 + jitter * random), asked ?? 0)
  return new Date(now.getTime() + seconds * 1_000)
}
