import type { Context } from '#server/context.ts'
import { senderOf } from '#server/services/sender-address.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { LookUpAnswer } from '#shared/reports.ts'
import { findFinished } from './queries.ts'

/**
 * Return the public facts of a finished inspection. A wrong code, a wrong number and an unfinished report look alike.
 * @throws AppError TOO_MANY, REPORT_NOT_FOUND
 */
export async function lookUp(
  ctx: Context,
  { reportNumber, checkCode }: { reportNumber: string; checkCode: string },
): Promise<LookUpAnswer> {
  await ctx.services.lookUpLimit.count(senderOf(ctx.request.address).address, ctx.clock())
  const found = await findFinished(ctx.db, reportNumber, checkCode)
  if (!found) throw new AppError('REPORT_NOT_FOUND')
  // Without a session, no query has read the current version of the names.
  await ctx.services.places.refresh()
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
