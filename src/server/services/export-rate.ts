import { AppError } from '#shared/errors.ts'

/** Source: trust.md section 3, row 26. */
const mostAMinute = 6
const minute = 60_000
const started = new Map<number, number[]>()

/** @throws AppError TOO_MANY when this person has begun too many exports within a minute; the terminal (null) is free */
export function checkExportRate(userId: number | null, now: Date): void {
  if (userId === null) return
  const since = now.getTime() - minute
  for (const [id, times] of started) if ((times.at(-1) ?? 0) <= since) started.delete(id)
  const recent = (started.get(userId) ?? []).filter((time) => time > since && time <= now.getTime())
  const [first = 0] = recent
  if (recent.length >= mostAMinute) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.ceil((first - since) / 1_000) })
  started.set(userId, [...recent, now.getTime()])
}
