import type { Context } from '#server/context.ts'
import { senderOf } from '#server/services/network.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { LookUpAnswer } from '#shared/reports.ts'
import { findFinished } from './queries.ts'

/** Source: trust.md section 3, row 31. */
const mostAMinute = 10
const minute = 60_000
const asked = new Map<string, number[]>()

/** @throws AppError TOO_MANY when this address has asked too often within a minute */
function checkRate(address: string, now: number): void {
  const since = now - minute
  for (const [other, times] of asked) if ((times.at(-1) ?? 0) <= since) asked.delete(other)
  const recent = (asked.get(address) ?? []).filter((time) => time > since && time <= now)
  const [first = 0] = recent
  if (recent.length >= mostAMinute) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.max(1, Math.ceil((first - since) / 1_000)) })
  asked.set(address, [...recent, now])
}

/**
 * What everybody may know of a finished inspection. A wrong code, a wrong number and a report that is not finished look alike.
 * @throws AppError TOO_MANY, REPORT_NOT_FOUND
 */
export async function lookUp(ctx: Context, { reportNumber, checkCode }: { reportNumber: string; checkCode: string }): Promise<LookUpAnswer> {
  checkRate(senderOf(ctx.request.address).address, ctx.clock().getTime())
  const found = await findFinished(ctx.db, reportNumber, checkCode)
  if (!found) throw new AppError('REPORT_NOT_FOUND')
  const book = await ctx.services.places.book()
  return {
    reportNumber: found.report_number,
    tankerNumber: found.tanker_number,
    tankerType: found.tanker_type,
    checkMethod: found.check_method,
    result: found.result,
    orgName: book.companies.get(found.site_id ?? found.company_id)?.name ?? '',
    finishedTimeStr: found.finished_at === null ? null : businessTime(found.finished_at, ctx.config.timeZone),
  }
}
