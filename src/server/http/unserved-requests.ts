import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { languageOf } from '#server/language.ts'
import { timesSent } from '#server/request-token.ts'
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

/** A name, an IPv4 address, or an IPv6 address in brackets, with or without a port. Source: RFC 3986, 3.2.2 */
const hostForm = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i

/** Return whether a request names one host; HTTP/1.0 may name none. */
function namesHost(request: Request): boolean {
  const { headers, httpVersion } = request
  const { host } = headers
  if (host === undefined) return httpVersion === '1.0'
  // Node keeps the first of several lines, while a proxy may have decided by another one.
  return timesSent(request, 'host') === 1 && hostForm.test(host)
}

/** Refuse a request without a valid Host, or with several. Source: RFC 9112, 3.2; RFC 9110, 4.2.1: none is empty */
export const namedHost: RequestHandler = (request, response, next) => {
  if (namesHost(request)) return next()
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
