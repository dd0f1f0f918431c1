import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { putHeader } from '#server/response-headers.ts'

type Headed = { headers: Record<string, string | string[] | undefined> }
const pattern = /^[\w-]{8,64}$/

/** Return the proxy's X-Request-Id if it is valid, otherwise a new id. */
export function newId({ headers }: Headed): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && pattern.test(given) ? given : randomUUID()
}

/** Assign an id to a request; it is sent in the response, logged, and kept in the context. */
export const requestId: RequestHandler = (request, response, next) => {
  const id = newId(request)
  request.headers['x-request-id'] = id
  putHeader(response, 'X-Request-Id', id)
  next()
}

export const idOf = (request: Headed): string => String(request.headers['x-request-id'] ?? '')
