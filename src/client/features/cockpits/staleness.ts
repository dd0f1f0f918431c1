import { wallMilliseconds } from '#shared/cockpits.ts'

/** A response may be one round late before the wall counts as out of date. */
const latestMilliseconds = 2.5 * wallMilliseconds

/** Is the data of the wall out of date? The last attempt failed, or no response came for more than two rounds. */
export const isStale = ({ now, answeredAt, failed }: { now: number; answeredAt: number; failed: boolean }): boolean =>
  answeredAt > 0 && (failed || now - answeredAt > latestMilliseconds)
