import { procedure, router } from '#server/trpc.ts'
import { ById } from '#shared/request-fields.ts'
import { type SavedView, ViewSaveRequest, ViewsRequest } from '#shared/views.ts'
import { deleteView, findViews, saveView } from './queries.ts'

export const viewsRouter = router({
  find: procedure('views.find')
    .input(ViewsRequest)
    .query(({ ctx, input }): Promise<SavedView[]> => findViews(ctx, input.screen)),
  save: procedure('views.save')
    .input(ViewSaveRequest)
    .mutation(({ ctx, input }): Promise<{ id: number }> => saveView(ctx, input)),
  delete: procedure('views.delete')
    .input(ById)
    .mutation(({ ctx, input }): Promise<{ id: number }> => deleteView(ctx, input.id)),
})
