import { procedure } from '#server/trpc.ts'
import type { ProjectImage } from '#shared/projects.ts'
import { ImagesRequest, type UploadAnswer, UploadRequest } from '#shared/uploads.ts'
import { projectImage, publicIdOf } from './images.ts'
import { findOwnAttachments } from './queries.ts'
import { storePicture } from './store-picture.ts'

/** Takes a sketch (C099). It belongs to nobody's project until one is saved with it, and is swept after a day without. */
export const uploadImage = procedure('projects.upload')
  .input(UploadRequest)
  .mutation(
    ({ ctx, input }): Promise<UploadAnswer> =>
      ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, async () => {
        const image = projectImage(ctx.services.links, await storePicture(ctx, input, { kind: 'project', id: null }), ctx.clock())
        return { id: image.path, ...image }
      }),
  )

/** Fresh addresses for sketches whose addresses have expired while somebody was typing: own uploads, and those of own projects. Others are left out. */
export const findImages = procedure('projects.images')
  .input(ImagesRequest)
  .query(async ({ ctx, input }): Promise<ProjectImage[]> => {
    const publicIds = [...new Set(input.paths.flatMap((path) => publicIdOf(path) ?? []))]
    const found = await findOwnAttachments(ctx.db, publicIds, ctx.viewer.userId)
    return found.map((attachment) => projectImage(ctx.services.links, attachment, ctx.clock()))
  })
