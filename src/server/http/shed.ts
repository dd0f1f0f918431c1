import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { Request, Response } from 'express'
import { describeError } from '#server/errors.ts'
import { languageOf } from '#server/language.ts'
import { AppError, errorTable } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { newId } from './request-id.ts'

/** The format of the response: the envelope of REST, or tRPC's, once or for each call of a batch. */
export type Door =
  | { form: 'envelope' }
  | { form: 'trpc' /** Number of calls in a batch; null = a single call. */; batch: number | null }

const languages: readonly Language[] = ['zh', 'en']
const status = 503
const statusName = 'SERVICE_UNAVAILABLE'
const longestWaitSeconds = 10

type Written = { envelope: string; trpc: string }

function write(language: Language, retryAfterSeconds: number): Written {
  const { appCode, message, details, fields } = describeError(
    new AppError('BUSY', { retryAfterSeconds, notBegun: true }),
    language,
  )
  const data = { code: statusName, httpStatus: status, appCode, details, fields }
  return {
    envelope: JSON.stringify({ code: errorTable.BUSY.rest, message, data: null }),
    trpc: JSON.stringify({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[statusName], data } }),
  }
}

/** All possible responses, serialised once: a refusal must be cheap, or refusals cause the next overload. */
const written = new Map<string, Written>(
  languages.flatMap((language) =>
    Array.from({ length: longestWaitSeconds }, (_, index): [string, Written] => [
      `${language} ${index + 1}`,
      write(language, index + 1),
    ]),
  ),
)

export type ShedOptions = {
  /** Headers of every response, over plain HTTP and behind TLS. */
  headers: { plain: Record<string, string>; secure: Record<string, string> }
  /** True while the process stops: the client must connect elsewhere. */
  draining: () => boolean
}
/** Answers a request that is refused because of overload. */
export type Shed = (request: Request, response: Response, door: Door, retryAfterSeconds: number) => void

/**
 * Answer 503 with Retry-After and one sentence in the caller's language, without reading the body. Write all headers at
 * once, without the usual handlers: under load most responses are refusals.
 */
export function createShed({ headers, draining }: ShedOptions): Shed {
  return (request, response, door, retryAfterSeconds) => {
    const seconds = Math.min(longestWaitSeconds, Math.max(1, retryAfterSeconds))
    const language = languageOf(request.headers)
    const { envelope, trpc } = written.get(`${language} ${seconds}`) ?? write(language, seconds)
    const text =
      door.form === 'envelope'
        ? envelope
        : door.batch === null
          ? trpc
          : `[${Array.from({ length: door.batch }, () => trpc).join(',')}]`
    response
      .writeHead(status, {
        ...(request.secure ? headers.secure : headers.plain),
        'X-Request-Id': newId(request),
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
        'Cache-Control': 'no-store',
        'Retry-After': String(seconds),
        ...(draining() ? { Connection: 'close' } : {}),
      })
      .end(text)
  }
}
