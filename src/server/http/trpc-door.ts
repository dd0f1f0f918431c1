import { once } from 'node:events'
import type { TRPCError } from '@trpc/server'
import { resolveResponse } from '@trpc/server/http'
import type { Request, RequestHandler, Response } from 'express'
import type { App } from '#server/app.ts'
import { readJson } from '#server/bodies/read-json.ts'
import { sizeOf } from '#server/bodies/sizes.ts'
import type { Context } from '#server/context.ts'
import { retryAfterOf } from '#server/errors.ts'
import { languageOf } from '#server/language.ts'
import { refusalOf, withPlace } from '#server/permission-check.ts'
import type { ProcedurePath } from '#server/permissions.ts'
import { appRouter } from '#server/router.ts'
import { asTrpcError } from '#server/trpc.ts'
import { AppError } from '#shared/errors.ts'
import { idOf } from './request-id.ts'
import { sendText } from './send-text.ts'
import { type Calls, callsOf, isProcedure, kindOf } from './trpc-calls.ts'
import { sendTrpcError } from './trpc-error.ts'

const json = 'application/json'
/** The Request class of Fetch does not support these methods, and neither do we. */
const unsupportedMethods: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

/** A Request for tRPC whose body we have read ourselves, or skipped. */
class CallRequest extends globalThis.Request {
  readonly #body: unknown
  constructor(address: URL, init: RequestInit, body: unknown) {
    super(address, init)
    this.#body = body
  }
  override async json(): Promise<unknown> {
    return this.#body
  }
}

/** Return the headers that tRPC reads. A body that is not JSON never reaches this point. */
function headersOf({ headers }: Request, { isBatch }: Calls): Headers {
  const read = new Headers({ 'content-type': json })
  // Only a batch may be streamed line by line.
  for (const name of isBatch ? ['accept', 'trpc-accept'] : ['last-event-id']) {
    const value = headers[name]
    if (typeof value === 'string') read.set(name, value)
  }
  return read
}

/** Return Retry-After as REST does: the longest wait of a batch. */
function retryAfter(errors: readonly TRPCError[]): Headers {
  const waits = errors.flatMap(({ cause }) =>
    cause instanceof AppError ? (retryAfterOf(cause.code, cause.details) ?? []) : [],
  )
  return new Headers(waits.length === 0 ? {} : { 'retry-after': String(Math.max(...waits)) })
}

/** Read the body if the caller may make at least one of the calls; otherwise read no byte. */
async function bodyOf(request: Request, response: Response, { paths, isBatch }: Calls, ctx: Context): Promise<unknown> {
  const method = request.method === 'POST' ? 'mutation' : 'none'
  const callable: ProcedurePath[] = []
  for (const path of paths)
    if (isProcedure(path) && kindOf(path) === method && !(await refusalOf(ctx, path, method))) callable.push(path)
  if (callable.length === 0) return undefined
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith(json))
    throw new AppError('MEDIA_TYPE', { values: { given: `Content-Type: ${type.slice(0, 64)}` }, allowed: [json] })
  return readJson(request, response, sizeOf(callable, paths.length > 1), isBatch ? 2 : 1)
}

async function send(
  answer: globalThis.Response,
  request: Request,
  response: Response,
  left: AbortSignal,
): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  const streamed = answer.headers.get('content-type') !== json || answer.headers.has('transfer-encoding')
  if (!streamed || !answer.body) return sendText(request, response, await answer.text())
  const pieces = answer.body.getReader()
  try {
    for (let next = await pieces.read(); !next.done; next = await pieces.read()) {
      if (!response.write(next.value)) await once(response, 'drain', { signal: left })
    }
  } catch (error) {
    await pieces.cancel().catch(() => undefined)
    throw error
  }
  response.end()
}

async function answer(request: Request, response: Response, calls: Calls, ctx: Context): Promise<void> {
  const left = new AbortController()
  response.on('close', () => {
    // A finished response has nothing to abort, and an abort costs an exception with its stack.
    if (!response.writableFinished) left.abort()
  })
  let problem: AppError | null = null
  const body = await bodyOf(request, response, calls, ctx).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    problem = error
  })
  const address = new URL('http://localhost/')
  address.search = calls.search.toString()
  const init = { method: request.method, headers: headersOf(request, calls), signal: left.signal }
  const answered = await resolveResponse({
    req: new CallRequest(address, init, body),
    path: calls.paths.map(encodeURIComponent).join(','),
    router: appRouter,
    error: problem && asTrpcError(problem),
    createContext: async () => ctx,
    responseMeta: ({ info, type, errors }) => {
      if (!info) return { headers: new Headers({ 'content-type': json }) }
      // Event streams set their own cache header, which would let a browser cache the events.
      return type === 'subscription'
        ? { headers: new Headers({ 'cache-control': 'no-store' }) }
        : { headers: retryAfter(errors) }
    },
  })
  await send(answered, request, response, left.signal).catch((error: unknown) => {
    if (!left.signal.aborted) throw error
  })
}

/**
 * Serve the procedures over HTTP, in batches of at most ten. Permissions are checked before a byte of a body is read.
 */
export function createTrpc(app: Pick<App, 'contextFor' | 'logger'>): RequestHandler {
  return async (request, response) => {
    try {
      if (unsupportedMethods.has(request.method)) throw new AppError('UNKNOWN_PATH')
      const calls = callsOf(request)
      const ctx = await app.contextFor(request, calls.paths)
      const call = () => answer(request, response, calls, ctx)
      const [path = ''] = calls.paths
      await (calls.paths.length === 1 && isProcedure(path) ? withPlace(ctx, path, call) : call())
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      const { appCode } = sendTrpcError(response, error, languageOf(request.headers), idOf(request))
      if (appCode === 'INTERNAL') app.logger.error({ err: error, requestId: idOf(request) }, 'unexpected error in tRPC')
    }
  }
}
