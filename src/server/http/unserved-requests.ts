import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { languageOf } from '#server/language.ts'
import { sendError } from '#server/rest/envelope.ts'
import { AppError } from '#shared/errors.ts'
import { word } from '#shared/i18n/index.ts'
import { idOf } from './request-id.ts'
import { isTrpcPath, sendTrpcError } from './trpc-error.ts'

/** Answer in the envelope of tRPC or REST, depending on the path. */
const answer = (request: Request, response: Response, error: unknown) =>
  (isTrpcPath(request.path) ? sendTrpcError : sendError)(response, error, languageOf(request.headers), idOf(request))

/** Answer an unknown path: 404 with the usual envelope. */
export const unknownPath: RequestHandler = (request, response) => {
  answer(request, response, new AppError('UNKNOWN_PATH'))
}

/** Refuse a request of HTTP/1.1 without Host. Source: RFC 9112, 3.2 */
export const namedHost: RequestHandler = (request, response, next) => {
  if (request.headers.host !== undefined || request.httpVersion === '1.0') return next()
  response.setHeader('Connection', 'close')
  const sentence = word(languageOf(request.headers), 'http.400')
  answer(request, response, new AppError('NOT_JSON', { sentence }))
}

/** Refuse a path that does not decode before any router sees it; the tRPC handler does this itself. */
export const decodablePath: RequestHandler = (request, response, next) => {
  if (!request.path.includes('%') || isTrpcPath(request.path)) return next()
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

/** Close connections while the process stops, so that clients connect elsewhere. */
export const closeWhile =
  (draining: () => boolean): RequestHandler =>
  (_request, response, next) => {
    if (draining()) response.setHeader('Connection', 'close')
    next()
  }

/**
 * Answer any error of a handler with an envelope without a stack; Express' own error page would lose the security
 * headers.
 */
export const lastResort =
  (logger: Logger): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    // The client has left before the file was sent: there is no one to answer, and nothing to log.
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
