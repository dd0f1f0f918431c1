import { AppError } from '#shared/errors.ts'

export type Rate<Who> = {
  /** Counts one thing begun; nobody in particular (null: the terminal) is free. @throws AppError TOO_MANY above the most within a minute */
  count(who: Who | null, now: Date): void
}

const minute = 60_000

/** Who has begun something lately, in this process. */
function createRate<Who>(mostAMinute: number): Rate<Who> {
  const begun = new Map<Who, number[]>()
  return {
    count(who, now) {
      if (who === null) return
      const since = now.getTime() - minute
      for (const [other, times] of begun) if ((times.at(-1) ?? 0) <= since) begun.delete(other)
      const recent = (begun.get(who) ?? []).filter((time) => time > since && time <= now.getTime())
      const [first = 0] = recent
      if (recent.length >= mostAMinute) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.max(1, Math.ceil((first - since) / 1_000)) })
      begun.set(who, [...recent, now.getTime()])
    },
  }
}

/** Exports of a person, by user id. Source: trust.md section 3, row 26. */
export const createExportRate = (): Rate<number> => createRate(6)
/** Look-ups of finished reports by whoever has number and code, by address. Source: trust.md section 3, row 31. */
export const createLookUpRate = (): Rate<string> => createRate(10)
