import type { Request, Response } from 'express'
import type { App } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { sendError } from '#server/rest/envelope.ts'
import { AppError } from '#shared/errors.ts'

/**
 * Answer a request for a file that failed, and log it if it is our failure.
 * @param file what the log calls the file
 */
export function sendFileFailure(
  { logger }: Pick<App, 'logger'>,
  { request, response, ctx, file }: { request: Request; response: Response; ctx: Context; file: string },
  error: unknown,
): void {
  // The reader has left, or reading failed: a truncated file must not look complete.
  if (response.headersSent) return void response.destroy()
  for (const name of ['Content-Disposition', 'Content-Length', 'Content-Range', 'Accept-Ranges', 'ETag'])
    response.removeHeader(name)
  const lost = error instanceof AppError && error.code === 'NOT_FOUND'
  if (lost) logger.error({ path: request.path, requestId: ctx.request.id }, `${file} is missing`)
  const { appCode } = sendError(
    response,
    lost ? new AppError('LINK_INVALID', {}, error) : error,
    ctx.request.language,
    ctx.request.id,
  )
  if (appCode === 'INTERNAL') logger.error({ err: error, requestId: ctx.request.id }, `${file} could not be sent`)
}
