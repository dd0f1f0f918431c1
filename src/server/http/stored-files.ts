import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler, Response } from 'express'
import type { App } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { pathOf } from '#server/features/attachments/images.ts'
import { checkReadable } from '#server/features/attachments/owners.ts'
import { type Attachment, findAttachments } from '#server/features/attachments/queries.ts'
import { sendError } from '#server/rest/envelope.ts'
import { contentDisposition } from '#server/rest/send-file.ts'
import type { ByteRange } from '#server/services/storage.ts'
import { parseStoredName, storedTypes } from '#server/services/stored-names.ts'
import { AppError } from '#shared/errors.ts'

/** A name never gets other content, so that a browser that was shown a picture need not ask for it again. */
const browserSeconds = 3_600

/** Nothing in a file may act in our name. A report inside a page of ours is drawn by the browser's own viewer, which a sandbox would keep out. */
const policies = {
  image: "default-src 'none'; sandbox",
  download: "default-src 'none'; sandbox",
  preview: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
}

/** May anyone who sends a token read what the file belongs to? */
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
 * A file for who has an address that we signed, or sends a token and may see what it belongs to. To everybody else an address that was
 * altered, has expired or was never given out looks like any other.
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
 * The one range that is asked for; null = the whole file, -1 = one that the file does not have. A reader that has begun with another
 * file (If-Range) gets the whole one. A name never gets other content, so that no date is needed to tell.
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
 * Sketches under /images/{name}, reports under /pdfs/{file} and videos under /videos/{file} (C080, C081, C101), to anyone who holds an
 * address that we signed, or sends the token of somebody who may read what the file belongs to.
 * `?inline=1` shows a report inside a page of ours instead of downloading it.
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
      // The reader has left, or the rest cannot be had: half a file must not look whole.
      if (response.headersSent) return void response.destroy()
      for (const name of ['Content-Disposition', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'ETag'])
        response.removeHeader(name)
      const lost = error instanceof AppError && error.code === 'NOT_FOUND'
      if (lost) app.logger.error({ path: request.path, requestId: ctx.request.id }, 'a stored file is missing')
      const described = sendError(
        response,
        lost ? new AppError('LINK_INVALID', {}, error) : error,
        ctx.request.language,
        ctx.request.id,
      )
      if (described.appCode === 'INTERNAL')
        app.logger.error({ err: error, requestId: ctx.request.id }, 'a stored file could not be sent')
    }
  }
}
