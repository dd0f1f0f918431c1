import { AppError } from '#shared/errors.ts'

export type ExportRate = {
  /** Counts one export of a person; the terminal (null) is free. @throws AppError TOO_MANY when they have begun too many within a minute */
  count(userId: number | null, now: Date): void
}

/** Source: trust.md section 3, row 26. */
const mostAMinute = 6
const minute = 60_000

/** Who has begun exports lately, in this process. */
export function createExportRate(): ExportRate {
  const started = new Map<number, number[]>()
  return {
    count(userId, now) {
      if (userId === null) return
      const since = now.getTime() - minute
      for (const [id, times] of started) if ((times.at(-1) ?? 0) <= since) started.delete(id)
      const recent = (started.get(userId) ?? []).filter((time) => time > since && time <= now.getTime())
      const [first = 0] = recent
      if (recent.length >= mostAMinute) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.ceil((first - since) / 1_000) })
      started.set(userId, [...recent, now.getTime()])
    },
  }
}
