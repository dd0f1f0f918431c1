import { mutation, query, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import { type SavedView, ViewSaveRequest, ViewsRequest } from '#shared/views.ts'
import { deleteView, findViews, saveView } from './queries.ts'

export const viewsRouter = router({
  find: query('views.find', ViewsRequest, (ctx, input): Promise<SavedView[]> => findViews(ctx, input.screen)),
  save: mutation('views.save', ViewSaveRequest, saveView),
  delete: mutation('views.delete', ById, (ctx, input): Promise<{ id: number }> => deleteView(ctx, input.id)),
})
