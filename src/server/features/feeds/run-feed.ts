import { refuseEndedSession } from '#server/features/auth/refuse-ended-session.ts'
import { dailyTables } from '#server/features/dailies/open-day.ts'
import type { JobHandle } from '#server/services/jobs/jobs.ts'
import type { Written } from '#server/services/vacuum.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { FeedRequest, FeedResult } from '#shared/feed.ts'
import { applyFeed } from './apply-feed.ts'
import type { FeedSource } from './open-source.ts'

type Way = {
  path: 'feeds.update' | 'feeds.start' | 'feedSources.pull'
  job?: JobHandle
  /** A source that is already fetched. Without it, the request names the source. */
  source?: FeedSource
}

/**
 * Apply a feed, or report what it would change. All interfaces use this function.
 * @throws AppError the errors of `applyFeed`
 */
export async function runFeed(
  ctx: SignedInContext,
  request: FeedRequest,
  { path, job, source }: Way,
): Promise<FeedResult> {
  const { services, viewer } = ctx
  const territory = await services.places.narrow(ctx.scope, { companyId: request.companyId })
  const caller = {
    actor: viewer.userName,
    userId: viewer.userId,
    territory,
    language: request.language ?? ctx.request.language,
  }
  const end = services.tidying.begin()
  let written: Written | undefined
  const applied = applyFeed(ctx, caller, request, {
    progress: job,
    source,
    onApplied: async (trx, applied) => {
      await refuseEndedSession(trx, ctx)
      const { batchId, businessDate, read, created, updated, unchanged, conflict, refused } = applied
      await services.audit.write(trx, ctx, {
        action: path,
        targetKind: 'import_batch',
        targetId: batchId,
        details: { businessDate, read, created, updated, unchanged, conflict, refused },
      })
      await job?.applied(trx, applied)
      // New owners of a day that is over have it on each day since.
      const last = applied.transfers?.length ? businessDay(ctx.clock(), ctx.config.timeZone) : businessDate
      written = { rows: read, dailies: dailyTables(businessDate, last) }
    },
  })
  const result = await applied.finally(() => end(written))
  if (result.dryRun) return result
  // A job ends after the call that started it. Its user must then be able to read what it wrote.
  if (job) await services.writes.note(viewer)
  return result
}
