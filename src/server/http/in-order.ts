import type { NextFunction, RequestHandler } from 'express'

/**
 * Make one handler of several that run one after the other. Express matches the path anew for each handler that it
 * knows; every request passes these.
 */
export function inOrder(handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    let position = 0
    const next: NextFunction = (problem?: unknown) => {
      const handler = problem ? undefined : handlers[position]
      position += 1
      if (!handler) return done(problem)
      try {
        const running: unknown = handler(request, response, next)
        if (running instanceof Promise) running.catch(next)
      } catch (error) {
        next(error)
      }
    }
    next()
  }
}
