import { newStoredName, storedTypes } from '#server/services/stored-names.ts'
import { procedure, type SignedInContext } from '#server/trpc.ts'
import type { ProjectImage } from '#shared/projects.ts'
import { ImagesRequest, imageBytesLimit, type UploadAnswer, UploadRequest } from '#shared/uploads.ts'
import { projectImage, publicIdOf } from './images.ts'
import { type Attachment, findOwnAttachments, insertAttachment } from './queries.ts'
import { checkQuota, lockUploads } from './quota.ts'
import { reEncode } from './re-encode.ts'
import { withFile } from './with-file.ts'

const longestName = 200

/** The name that a person sees: without folders, control characters and marks that turn text around. */
function readableName(fileName: string, fallback: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = [...last.replace(/\p{C}/gu, '').trim()].slice(0, longestName).join('')
  return name === '' ? fallback : name
}

/** Base64 of a picture that is too large is not decoded any further than it takes to see that. */
function bytesOf(content: UploadRequest['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content.slice(0, Math.ceil((imageBytesLimit * 4) / 3) + 4), 'base64') : content
}

/** Writes the file, then its row; what cannot be finished leaves neither. */
async function store(ctx: SignedInContext, { fileName, content }: UploadRequest): Promise<Attachment> {
  const { userId, tenantId } = ctx.viewer
  const now = ctx.clock()
  await checkQuota(ctx.db, userId, 0, now)
  const { bytes, extension, width, height } = await reEncode(bytesOf(content))
  const { publicId, storedName } = newStoredName(extension)
  return withFile(ctx.services.storage, storedName, bytes, () =>
    ctx.db.transaction().execute(async (trx) => {
      await lockUploads(trx, userId)
      await checkQuota(trx, userId, bytes.length, now)
      return insertAttachment(trx, {
        public_id: publicId,
        company_id: tenantId,
        user_id: userId,
        owner_kind: 'project',
        owner_id: null,
        stored_name: storedName,
        file_name: readableName(fileName, storedName),
        mime: storedTypes[extension],
        size: bytes.length,
        width,
        height,
        deleted_at: null,
        create_time: now,
      })
    }),
  )
}

/** Takes a sketch (C099). It belongs to nobody's project until one is saved with it, and is swept after a day without. */
export const uploadImage = procedure('projects.upload')
  .input(UploadRequest)
  .mutation(
    ({ ctx, input }): Promise<UploadAnswer> =>
      ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, async () => {
        const image = projectImage(ctx.services.links, await store(ctx, input), ctx.clock())
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
