import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import type { App } from '#server/app.ts'
import { findScheduledFile } from '#server/features/schedules/files.ts'
import { sendError } from '#server/rest/envelope.ts'
import { contentDisposition } from '#server/rest/send-file.ts'
import { AppError } from '#shared/errors.ts'

/** Serve files of schedules under /files/{name} to anyone with the URL of a message, until it expires or is revoked. */
export function createScheduledFiles(app: Pick<App, 'contextFor' | 'logger'>): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next()
    const ctx = await app.contextFor(request)
    try {
      const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '')
      const file = await findScheduledFile(ctx.db, ctx.services.links, {
        path: request.baseUrl + request.path,
        query,
        now: ctx.clock(),
      })
      if (!file) throw new AppError('LINK_INVALID')
      const { stream } = await ctx.services.storage.open(file.stored_name)
      response.set({
        'Content-Type': file.content_type,
        'Content-Length': String(file.size),
        'Content-Disposition': contentDisposition(file.file_name, 'attachment'),
        'Content-Security-Policy': "default-src 'none'; sandbox",
        // After a revocation no cache may still hold the file.
        'Cache-Control': 'no-store',
      })
      if (request.method === 'HEAD') {
        stream.destroy()
        return void response.end()
      }
      await pipeline(stream, response)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      for (const name of ['Content-Disposition', 'Content-Length']) response.removeHeader(name)
      const lost = error instanceof AppError && error.code === 'NOT_FOUND'
      if (lost) app.logger.error({ path: request.path, requestId: ctx.request.id }, 'a file of a schedule is missing')
      const described = sendError(
        response,
        lost ? new AppError('LINK_INVALID', {}, error) : error,
        ctx.request.language,
        ctx.request.id,
      )
      if (described.appCode === 'INTERNAL')
        app.logger.error({ err: error, requestId: ctx.request.id }, 'a file of a schedule could not be sent')
    }
  }
}
