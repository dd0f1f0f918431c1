import { openProcedure, procedure, router } from '#server/trpc.ts'
import { type Picture, PictureRequest, PictureUpload } from '#shared/attachments.ts'
import { ById } from '#shared/request-fields.ts'
import { deleteFile, downloadFile, uploadPicture } from './files.ts'

/** Pictures of sites, clients and people, and what lies with traces. */
export const attachmentsRouter = router({
  // Stores a picture anew, for a form that will name it, or for its owner at once (C083).
  upload: procedure('attachments.upload')
    .input(PictureUpload)
    .mutation(
      ({ ctx, input }): Promise<Picture> =>
        ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, () => uploadPicture(ctx, input)),
    ),
  // The file (C078).
  download: openProcedure('attachments.download')
    .input(PictureRequest)
    .query(({ ctx, input }) => downloadFile(ctx, input)),
  // Deletes it (C079).
  delete: procedure('attachments.delete')
    .input(ById)
    .mutation(({ ctx, input }) => deleteFile(ctx, input.id)),
})
