import type { TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { Request, RequestHandler } from 'express'
import type { App } from '#server/app.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/language.ts'
import { sendError } from '#server/rest/envelope.ts'
import { appRouter } from '#server/router.ts'
import { AppError } from '#shared/errors.ts'
import { idOf } from './request-id.ts'

const mebibyte = 1024 * 1024
const feedPath = /^feeds\./
const uploadPath = /^(projects|attachments)\.upload$/
/** Guessing must cost one request a guess. Source: trust.md, @trpc */
const alone = /^auth\.(login|loginByTicket|refresh|sendCode|resetPassword|register|updatePassword|createToken)$/

const pathsOf = (request: Request): string[] => decodeURIComponent(request.path.slice(1)).split(',')

/** When to try again, as the REST door says it: the longest wait of a batch. */
function retryAfter(errors: readonly TRPCError[]): Headers {
  const waits = errors.flatMap(({ cause }) => (cause instanceof AppError ? (cause.details.retryAfterSeconds ?? []) : []))
  return new Headers(waits.length === 0 ? {} : { 'retry-after': String(Math.max(...waits)) })
}

/** The procedures over HTTP, in batches of at most ten. Only a signed-in caller may send a body as large as a feed or a picture. */
export function createTrpc(app: Pick<App, 'contextFor'>): RequestHandler {
  const contexts = new WeakMap<object, Promise<Context>>()
  const contextOf = (request: Request): Promise<Context> => {
    const known = contexts.get(request) ?? app.contextFor(request, pathsOf(request))
    contexts.set(request, known)
    return known
  }
  const door = (maxBodySize: number) =>
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req }) => contextOf(req),
      maxBatchSize: 10,
      maxBodySize,
      // A request that tRPC cannot take apart is refused in JSON as well; it says so only of others.
      responseMeta: ({ info, type, errors }) => {
        if (!info) return { headers: new Headers({ 'content-type': 'application/json' }) }
        // The header of a stream of events takes the place of ours and would let a browser keep what was told.
        return type === 'subscription' ? { headers: new Headers({ 'cache-control': 'no-store' }) } : { headers: retryAfter(errors) }
      },
    })
  const small = door(mebibyte)
  const picture = door(8 * mebibyte)
  const feed = door(96 * mebibyte)
  return async (request, response, next) => {
    const paths = pathsOf(request)
    if (paths.length > 1 && paths.some((path) => alone.test(path))) {
      sendError(response, new AppError('VALIDATION', { values: { problem: 'batch' } }), languageOf(request.headers), idOf(request))
      return
    }
    const [path = ''] = paths
    const large = paths.length > 1 ? small : feedPath.test(path) ? feed : uploadPath.test(path) ? picture : small
    const known = large === small || (await contextOf(request)).viewer !== null
    return (known ? large : small)(request, response, next)
  }
}
