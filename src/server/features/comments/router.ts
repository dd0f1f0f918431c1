import { mutation, query, router } from '#server/trpc.ts'
import { CommentListRequest, type CommentRow, CommentSave, CommentUpdate } from '#shared/comments.ts'
import type { Page } from '#shared/paging.ts'
import { ById } from '#shared/request-fields.ts'
import { targetsOf } from './comment-targets.ts'
import { findComments, readComment } from './queries.ts'
import { changeComment, createComment, deleteComment } from './write.ts'

export const commentsRouter = router({
  // Comments on a device or a class session, or on all in scope (C037). A scrapped device keeps its comments.
  find: query('comments.find', CommentListRequest, async (ctx, input): Promise<Page<CommentRow>> => {
    return findComments(ctx, await targetsOf(ctx, input), input)
  }),
  // Creates a comment of the caller (C038), also on a scrapped device.
  save: mutation(
    'comments.save',
    CommentSave,
    async (ctx, input): Promise<CommentRow> => readComment(ctx, await createComment(ctx, input)),
  ),
  // Changes an own comment (C039).
  update: mutation('comments.update', CommentUpdate, async (ctx, input): Promise<CommentRow> => {
    await changeComment(ctx, input)
    return readComment(ctx, input.id)
  }),
  // Deletes an own comment (C040).
  delete: mutation('comments.delete', ById, (ctx, input): Promise<{ id: number }> => deleteComment(ctx, input.id)),
})
