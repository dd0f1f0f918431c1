import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { App } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { pathOf } from '#server/features/attachments/images.ts'
import { checkReadable } from '#server/features/attachments/owners.ts'
import { type Attachment, findAttachments } from '#server/features/attachments/queries.ts'
import { contentDisposition } from '#server/rest/send-file.ts'
import type { ByteRange } from '#server/services/storage/storage.ts'
import { parseStoredName, storedTypes } from '#server/services/storage/stored-names.ts'
import { AppError } from '#shared/errors.ts'
import { sendFileFailure } from './file-failure.ts'

/** A name never gets other content, so a browser may cache a picture without revalidation. */
const browserSeconds = 3_600

/**
 * Forbid active content in a file. A report inside our page is drawn by the browser's own viewer, which a sandbox would
 * block.
 */
const policies = {
  image: "default-src 'none'; sandbox",
  download: "default-src 'none'; sandbox",
  preview: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
}

/** Return whether the caller may read the record that the file belongs to. */
async function isReadable(ctx: Context, attachment: Attachment): Promise<boolean> {
  const { viewer } = ctx
  if (!viewer || viewer.mustChangePassword) return false
  try {
    await checkReadable({ ...ctx, viewer }, attachment)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Return a file for a caller with a valid signed URL, or with a token and permission to read its record. For all others
 * an altered, expired or invented URL looks the same.
 */
async function findAllowed(ctx: Context, path: string, query: URLSearchParams): Promise<Attachment> {
  const [expires = '', ...moreExpires] = query.getAll('expires')
  const [signature = '', ...moreSignatures] = query.getAll('signature')
  const name = parseStoredName(path.split('/').at(-1) ?? '')
  const [attachment] =
    name && (signature !== '' || (ctx.viewer && ctx.viewer.reportSiteId === undefined))
      ? await findAttachments(ctx.db, [name.publicId])
      : []
  if (!attachment || pathOf(attachment) !== path) throw new AppError('LINK_INVALID')
  const once = moreExpires.length === 0 && moreSignatures.length === 0
  const isSigned = once && ctx.services.links.isValid(path, attachment.company_id, { expires, signature }, ctx.clock())
  if (!isSigned && (ctx.viewer?.reportSiteId !== undefined || !(await isReadable(ctx, attachment))))
    throw new AppError('LINK_INVALID')
  return attachment
}

function setHead(response: Response, attachment: Attachment, preview: boolean, imagesElsewhere: boolean): void {
  const { extension } = parseStoredName(attachment.stored_name) ?? { extension: 'pdf' as const }
  const type = storedTypes[extension]
  const isImage = type.startsWith('image/')
  const isDrawn = isImage || type.startsWith('video/')
  response.set({
    'Content-Type': type,
    'Content-Disposition': contentDisposition(attachment.file_name, isDrawn || preview ? 'inline' : 'attachment'),
    'Content-Security-Policy': isDrawn ? policies.image : preview ? policies.preview : policies.download,
    'Cache-Control': `private, max-age=${browserSeconds}, immutable`,
    'Accept-Ranges': 'bytes',
    ETag: `"${attachment.public_id}"`,
    // With IMAGES_BASE_URL our pages show them from another host.
    ...(isImage && imagesElsewhere ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
  })
}

/**
 * Return the requested range; null = the whole file, -1 = outside the file. A reader that started with another file
 * (If-Range) gets the whole one. A name never gets other content, so no date is compared.
 */
function rangeOf(request: Request, { size, public_id }: Attachment): ByteRange | null | -1 {
  const begun = request.get('If-Range')
  if (begun !== undefined && begun !== `"${public_id}"`) return null
  const ranges = request.range(size)
  if (ranges === -1) return -1
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}

async function send(request: Request, response: Response, ctx: Context, attachment: Attachment): Promise<void> {
  const { stored_name: name, size } = attachment
  if (request.fresh) return void response.status(304).end()
  const range = rangeOf(request, attachment)
  if (range === -1) return void response.status(416).set('Content-Range', `bytes */${size}`).end()
  const { stream } = await ctx.services.storage.open(name, range ?? undefined)
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  response.set('Content-Length', String(range ? range.end - range.start + 1 : size))
  if (request.method === 'HEAD') {
    stream.destroy()
    return void response.end()
  }
  await pipeline(stream, response)
}

/**
 * Serve sketches under /images/{name}, reports under /pdfs/{file} and videos under /videos/{file} (C080, C081, C101) to
 * anyone with a signed URL, or with the token of a user who may read the record of the file. `?inline=1` shows a report
 * inside our page instead of downloading it.
 */
export function createStoredFiles(app: Pick<App, 'contextFor' | 'logger'>): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const ctx = await app.contextFor(request)
    try {
      const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
      const attachment = await findAllowed(ctx, request.baseUrl + request.path, query)
      setHead(response, attachment, query.get('inline') === '1', ctx.config.imagesBaseUrl !== null)
      await send(request, response, ctx, attachment)
    } catch (error) {
      sendFileFailure(app, { request, response, ctx, file: 'a stored file' }, error)
    }
  }
}
