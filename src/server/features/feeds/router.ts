import { z } from 'zod'
import { mutation, procedure, query, router, type SignedInContext } from '#server/trpc.ts'
import { FeedRequest, type FeedResult, type JobProgress } from '#shared/feed.ts'
import { type BatchDetail, BatchListRequest, type ConfiguredFeed, UndoRequest } from '#shared/feed-batches.ts'
import { ConflictListRequest, ConflictResolveRequest } from '#shared/feed-conflicts.ts'
import { ById } from '#shared/request-fields.ts'
import { BatchMachinesRequest } from '#shared/serial-lists.ts'
import { keepBatchMachines } from './batch-machines.ts'
import { type BatchReader, findBatches, getBatch } from './batches.ts'
import { findConflicts } from './conflicts.ts'
import { configuredFeed } from './open-source.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import { runFeed } from './run-feed.ts'
import { undoBatch } from './undo-call.ts'
import { undoObstacle } from './undo-obstacle.ts'

const ByJob = z.object({ id: z.string().max(64) })

/** Only the user who started a job may see it. */
const ownerOf = ({ viewer }: SignedInContext): string => `${viewer.actor}:${viewer.userId ?? ''}`

const batchReader = async ({ services, clock, config }: SignedInContext): Promise<BatchReader> => ({
  book: await services.places.book(),
  now: clock(),
  timeZone: config.timeZone,
})

export const feedsRouter = router({
  // Read a feed and apply it in one call, or report with dryRun what it would change (C030 and the terminal).
  update: mutation(
    'feeds.update',
    FeedRequest,
    (ctx, input): Promise<FeedResult> => runFeed(ctx, input, { path: 'feeds.update' }),
  ),
  // Do the same in a background job, for the browser: return at once with the job to watch.
  start: mutation('feeds.start', FeedRequest, async (ctx, input): Promise<JobProgress> => {
    // Refuse an unknown company before a job is created.
    await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId })
    return ctx.services.jobs.start(ownerOf(ctx), (job) => runFeed(ctx, input, { path: 'feeds.start', job }), {
      language: input.language ?? ctx.request.language,
      starter: { token: ctx.request.token, viewer: ctx.viewer },
      // The embedded engine has one connection, and a feed is one transaction.
      holdsDatabase: ctx.config.databaseUrl === null,
    })
  }),
  // Return the progress of a job.
  progress: query(
    'feeds.progress',
    ByJob,
    (ctx, input): Promise<JobProgress> => ctx.services.jobs.get(ownerOf(ctx), input.id),
  ),
  // Stream the progress of a job until it ends.
  watch: procedure('feeds.watch')
    .input(ByJob)
    .subscription(({ ctx, input, signal }) => ctx.services.jobs.watch(ownerOf(ctx), input.id, signal)),
  // Cancel a job. Its changes are rolled back, unless it has already finished.
  cancel: mutation('feeds.cancel', ByJob, async (ctx, input): Promise<{ id: string }> => {
    await ctx.services.jobs.cancel(ownerOf(ctx), input.id)
    return { id: input.id }
  }),
  // Return the source that an update without a file reads.
  configured: procedure('feeds.configured').query(
    async ({ ctx }): Promise<ConfiguredFeed> => ({ source: await configuredFeed(ctx) }),
  ),
  // Return applied feeds, newest first.
  batches: query('feeds.batches', BatchListRequest, async (ctx, input) =>
    findBatches(
      ctx.readDb,
      await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId }),
      input,
      await batchReader(ctx),
    ),
  ),
  // Return one applied feed with its result, its refused lines and the reason why it cannot be undone.
  batch: query('feeds.batch', ById, async (ctx, input): Promise<BatchDetail> => {
    const { row, result, transfer, undoable } = await getBatch(
      ctx.db,
      await ctx.services.places.narrow(ctx.scope),
      input.id,
    )
    const { clock, config, request } = ctx
    return {
      ...row(await batchReader(ctx)),
      result,
      transfer,
      obstacle: await undoObstacle(ctx.db, undoable, {
        now: clock(),
        timeZone: config.timeZone,
        language: request.language,
      }),
    }
  }),
  // Keep the machines that a batch has taken from one state to another, as a filter of the device list.
  machines: mutation('feeds.machines', BatchMachinesRequest, keepBatchMachines),
  undo: mutation('feeds.undo', UndoRequest, undoBatch),
  // Return machines in custody that report a hash rate and need a user's decision.
  conflicts: query('feeds.conflicts', ConflictListRequest, async (ctx, input) => {
    const { places } = ctx.services
    const { page: _page, size: _size, reason: _reason, resolved: _resolved, ...filters } = input
    return findConflicts(ctx.readDb, await places.book(), await places.narrow(ctx.scope, filters), input)
  }),
  // Write a user's decision about some of these conflicts.
  resolve: mutation('feeds.resolve', ConflictResolveRequest, async (ctx, input) =>
    resolveConflicts(ctx, await ctx.services.places.narrow(ctx.scope), input),
  ),
})
