import { z } from 'zod'
import { procedure, router, type SignedInContext } from '#server/trpc.ts'
import { FeedRequest, type FeedResult, type JobProgress } from '#shared/feed.ts'
import {
  type BatchDetail,
  BatchListRequest,
  type ConfiguredFeed,
  UndoRequest,
  type UndoResult,
} from '#shared/feed-batches.ts'
import { ConflictListRequest, ConflictResolveRequest } from '#shared/feed-conflicts.ts'
import { ById } from '#shared/request-fields.ts'
import { BatchMachinesRequest, type KeptSerialList } from '#shared/serial-lists.ts'
import { keepBatchMachines } from './batch-machines.ts'
import { type BatchReader, findBatches, getBatch } from './batches.ts'
import { findConflicts } from './conflicts.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import { runFeed } from './run-feed.ts'
import { configuredFeed } from './source.ts'
import { undoBatch } from './undo-call.ts'
import { undoObstacle } from './undo-obstacle.ts'

const ByJob = z.object({ id: z.string().max(64) })

/** Only anyone who started a job may see it. */
const ownerOf = ({ viewer }: SignedInContext): string => `${viewer.actor}:${viewer.userId ?? ''}`

const batchReader = async ({ services, clock, config }: SignedInContext): Promise<BatchReader> => ({
  book: await services.places.book(),
  now: clock(),
  timeZone: config.timeZone,
})

export const feedsRouter = router({
  // Reads a feed and applies it in one go, or with dryRun says what it would do (C030 and the terminal).
  update: procedure('feeds.update')
    .input(FeedRequest)
    .mutation(({ ctx, input }): Promise<FeedResult> => runFeed(ctx, input, { path: 'feeds.update' })),
  // The same off the request path, for the browser: answers at once with the job to watch.
  start: procedure('feeds.start')
    .input(FeedRequest)
    .mutation(async ({ ctx, input }): Promise<JobProgress> => {
      // A company that is not there is refused before a job begins.
      await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId })
      return ctx.services.jobs.start(ownerOf(ctx), (job) => runFeed(ctx, input, { path: 'feeds.start', job }), {
        language: input.language ?? ctx.request.language,
        starter: { token: ctx.request.token, viewer: ctx.viewer },
        // The embedded engine has one connection, and a feed is one transaction.
        holdsDatabase: ctx.config.databaseUrl === null,
      })
    }),
  // Where a job stands.
  progress: procedure('feeds.progress')
    .input(ByJob)
    .query(({ ctx, input }): Promise<JobProgress> => ctx.services.jobs.get(ownerOf(ctx), input.id)),
  // Where a job stands, again and again until it ends.
  watch: procedure('feeds.watch')
    .input(ByJob)
    .subscription(({ ctx, input, signal }) => ctx.services.jobs.watch(ownerOf(ctx), input.id, signal)),
  // Ends a job; whatever it has written by then is taken back, unless it is through.
  cancel: procedure('feeds.cancel')
    .input(ByJob)
    .mutation(async ({ ctx, input }): Promise<{ id: string }> => {
      await ctx.services.jobs.cancel(ownerOf(ctx), input.id)
      return { id: input.id }
    }),
  // What an update without a file reads.
  configured: procedure('feeds.configured').query(
    async ({ ctx }): Promise<ConfiguredFeed> => ({ source: await configuredFeed(ctx) }),
  ),
  // Applied feeds, newest first.
  batches: procedure('feeds.batches')
    .input(BatchListRequest)
    .query(async ({ ctx, input }) =>
      findBatches(
        ctx.readDb,
        await ctx.services.places.narrow(ctx.scope, { companyId: input.companyId }),
        input,
        await batchReader(ctx),
      ),
    ),
  // One applied feed: what it did, line by line where it refused, and what is in the way of undoing it.
  batch: procedure('feeds.batch')
    .input(ById)
    .query(async ({ ctx, input }): Promise<BatchDetail> => {
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
  // The machines that a batch has taken from one state to another, as a filter of the device list.
  machines: procedure('feeds.machines')
    .input(BatchMachinesRequest)
    .mutation(({ ctx, input }): Promise<KeptSerialList> => keepBatchMachines(ctx, input)),
  undo: procedure('feeds.undo')
    .input(UndoRequest)
    .mutation(({ ctx, input }): Promise<UndoResult> => undoBatch(ctx, input)),
  // Machines in custody that report hash rate and wait for a person's decision.
  conflicts: procedure('feeds.conflicts')
    .input(ConflictListRequest)
    .query(async ({ ctx, input }) => {
      const { places } = ctx.services
      const { page: _page, size: _size, reason: _reason, resolved: _resolved, ...filters } = input
      return findConflicts(ctx.readDb, await places.book(), await places.narrow(ctx.scope, filters), input)
    }),
  // A person's decision about some of them.
  resolve: procedure('feeds.resolve')
    .input(ConflictResolveRequest)
    .mutation(async ({ ctx, input }) => resolveConflicts(ctx, await ctx.services.places.narrow(ctx.scope), input)),
})
