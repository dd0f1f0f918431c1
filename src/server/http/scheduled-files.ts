import { pipeline } from 'node:stream/promises'
import type { RequestHandler } from 'express'
import type { App } from '#server/app.ts'
import { findScheduledFile } from '#server/features/schedules/files.ts'
import { contentDisposition } from '#server/rest/send-file.ts'
import { AppError } from '#shared/errors.ts'
import { sendFileFailure } from './file-failure.ts'

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
      sendFileFailure(app, { request, response, ctx, file: 'a file of a schedule' }, error)
    }
  }
}
