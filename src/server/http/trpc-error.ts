import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { Response } from 'express'
import { type DescribedError, describeError, retryAfterOf } from '#server/errors.ts'
import { errorData, statusOf } from '#server/trpc.ts'
import { errorTable } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Return whether a path belongs to tRPC, whose clients understand only tRPC's envelope. */
export const isTrpcPath = (path: string): boolean => /^\/trpc(\/|$)/i.test(path)

/** Answer a request that is refused before tRPC parses it, in tRPC's format: one error, batch or not. */
export function sendTrpcError(
  response: Response,
  error: unknown,
  language: Language,
  requestId: string,
): DescribedError {
  const described = describeError(error, language, requestId)
  const { trpc: code } = errorTable[described.appCode]
  const status = statusOf(code)
  const shape = { message: described.message, code: TRPC_ERROR_CODES_BY_KEY[code], data: errorData(status, described) }
  const wait = retryAfterOf(described.appCode, described.details)
  if (wait !== null) response.set('Retry-After', String(wait))
  response
    .status(status.httpStatus)
    .type('application/json')
    .set('Cache-Control', 'no-store')
    .send(JSON.stringify({ error: shape }))
  return described
}
