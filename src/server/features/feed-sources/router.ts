import { procedure, router } from '#server/trpc.ts'
import { FeedSourceListRequest, type FeedSourceRow, FeedSourceSave, FeedSourceSwitch } from '#shared/feed-sources.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { deleteSource, findSources, pullNow, saveSource, switchSource } from './records.ts'

/** The addresses from which feeds are fetched automatically, one per base. */
export const feedSourcesRouter = router({
  find: procedure('feedSources.find')
    .input(FeedSourceListRequest)
    .query(({ ctx, input }): Promise<Page<FeedSourceRow>> => findSources(ctx, input)),
  save: procedure('feedSources.save')
    .input(FeedSourceSave)
    .mutation(({ ctx, input }): Promise<{ id: number; rowVersion: number }> => saveSource(ctx, input)),
  setStatus: procedure('feedSources.setStatus')
    .input(FeedSourceSwitch)
    .mutation(({ ctx, input }): Promise<{ id: number; rowVersion: number }> => switchSource(ctx, input)),
  pull: procedure('feedSources.pull')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => pullNow(ctx, input.id)),
  delete: procedure('feedSources.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteSource(ctx, input.id)),
})
