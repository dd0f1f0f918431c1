import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { languageOf } from '#server/language.ts'
import { sendError } from '#server/rest/envelope.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { idOf } from './request-id.ts'
import { isTrpcPath, sendTrpcError } from './trpc-error.ts'

/** In the envelope of the door that was knocked at. */
const answer = (request: Request, response: Response, error: unknown) =>
  (isTrpcPath(request.path) ? sendTrpcError : sendError)(response, error, languageOf(request.headers), idOf(request))

/** Nothing lives here: 404 with the envelope of every other answer. */
export const unknownPath: RequestHandler = (request, response) => {
  answer(request, response, new AppError('UNKNOWN_PATH'))
}

/** A path that does not decode is refused before any router sees it; the tRPC door says so itself. */
export const decodablePath: RequestHandler = (request, response, next) => {
  if (isTrpcPath(request.path)) return next()
  try {
    decodeURIComponent(request.path)
    next()
  } catch {
    const language = languageOf(request.headers)
    answer(
      request,
      response,
      new AppError('NOT_JSON', {
        sentence: word(language, 'error.validation', { problem: word(language, 'problem.percent') }),
      }),
    )
  }
}

/** While it stops, the process tells clients to open their next connection elsewhere. */
export const closeWhile =
  (draining: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (draining()) response.setHeader('Connection', 'close')
    next()
  }

/** Whatever a handler threw, as an envelope without a stack; Express' own page would lose the security headers. */
export const lastResort =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    // Anyone who left before the file came is answered nothing, and nobody has to be told.
    if (
      request.destroyed ||
      (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ECONNABORTED')
    )
      return
    const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
    const known =
      status === 413
        ? new AppError('TOO_LARGE', {}, error)
        : status === 400
          ? new AppError('NOT_JSON', {}, error)
          : error
    const described = answer(request, response, known)
    if (described.appCode === 'INTERNAL') logger.error({ err: error, requestId: idOf(request) }, 'unexpected error')
  }
