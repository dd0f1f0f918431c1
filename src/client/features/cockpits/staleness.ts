import { wallMilliseconds } from '#shared/cockpits.ts'

/** An answer may be late by one round before the wall says so. */
const latestMilliseconds = 2.5 * wallMilliseconds

/** Whether what the wall shows can no longer be trusted: the last try failed, or no answer came for longer than two rounds. */
export const isStale = ({ now, answeredAt, failed }: { now: number; answeredAt: number; failed: boolean }): boolean =>
  answeredAt > 0 && (failed || now - answeredAt > latestMilliseconds)
