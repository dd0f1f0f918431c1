import { mutation, openProcedure, router } from '#server/trpc.ts'
import { type Picture, PictureRequest, PictureUpload } from '#shared/attachments.ts'
import { ById } from '#shared/request-fields.ts'
import { deleteFile, downloadFile, uploadPicture } from './files.ts'

/** Pictures of sites, clients and users, and the files of traces. */
export const attachmentsRouter = router({
  // Stores a re-encoded picture, for a form that refers to it later or directly for its owner (C083).
  upload: mutation(
    'attachments.upload',
    PictureUpload,
    (ctx, input): Promise<Picture> =>
      ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, () => uploadPicture(ctx, input)),
  ),
  // Sends the file (C078).
  download: openProcedure('attachments.download')
    .input(PictureRequest)
    .query(({ ctx, input }) => downloadFile(ctx, input)),
  // Deletes the file (C079).
  delete: mutation('attachments.delete', ById, (ctx, input) => deleteFile(ctx, input.id)),
})
