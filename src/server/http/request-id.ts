import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

const pattern = /^[\w-]{8,64}$/

/** The proxy's X-Request-Id when it is one, otherwise our own; it stands in the answer, in the log and in the context. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && pattern.test(given) ? given : randomUUID()
  request.headers['x-request-id'] = id
  response.setHeader('X-Request-Id', id)
  next()
}

export const idOf = (request: { headers: Record<string, string | string[] | undefined> }): string => String(request.headers['x-request-id'] ?? '')
