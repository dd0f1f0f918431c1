import { mutation, query, router } from '#server/trpc.ts'
import { FeedSourceListRequest, FeedSourceSave, FeedSourceSwitch } from '#shared/feed-sources.ts'
import { ById } from '#shared/request-fields.ts'
import { deleteSource, findSources, pullNow, saveSource, switchSource } from './records.ts'

/** The addresses from which feeds are fetched automatically, one per base. */
export const feedSourcesRouter = router({
  find: query('feedSources.find', FeedSourceListRequest, findSources),
  save: mutation('feedSources.save', FeedSourceSave, saveSource),
  setStatus: mutation('feedSources.setStatus', FeedSourceSwitch, switchSource),
  pull: mutation('feedSources.pull', ById, (ctx, input): Promise<{ id: number }> => pullNow(ctx, input.id)),
  delete: mutation('feedSources.delete', ById, (ctx, input): Promise<{ id: number }> => deleteSource(ctx, input.id)),
})
