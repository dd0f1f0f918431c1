import type { RequestHandler, Response } from 'express'

/** Store when the request arrived, before it waits for its turn. */
export const begin: RequestHandler = (_request, response, next) => {
  response.locals.begunAt = performance.now()
  next()
}

/** Return when the request arrived, by `performance.now()`. */
export function begunAt({ locals }: Response): number {
  const at: unknown = locals.begunAt
  return typeof at === 'number' ? at : performance.now()
}
