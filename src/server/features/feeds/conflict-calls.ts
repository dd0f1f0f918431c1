import { procedure } from '#server/trpc.ts'
import { ConflictListRequest, ConflictResolveRequest } from '#shared/feed-conflicts.ts'
import { findConflicts } from './conflicts.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

/** Machines in custody that report hash rate and wait for a person's decision. */
export const conflicts = procedure('feeds.conflicts')
  .input(ConflictListRequest)
  .query(async ({ ctx, input }) => {
    const { places } = ctx.services
    const { page: _page, size: _size, reason: _reason, resolved: _resolved, ...filters } = input
    return findConflicts(ctx.readDb, await places.book(), await places.narrow(ctx.scope, filters), input)
  })

/** A person's decision about some of them. */
export const resolve = procedure('feeds.resolve')
  .input(ConflictResolveRequest)
  .mutation(async ({ ctx, input }) => resolveConflicts(ctx, await ctx.services.places.narrow(ctx.scope), input))
