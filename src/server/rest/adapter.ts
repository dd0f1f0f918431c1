import { TRPCError } from '@trpc/server'
import type { Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { readBytes } from '#server/bodies/pieces.ts'
import { readJson } from '#server/bodies/read-json.ts'
import { sizeOf } from '#server/bodies/sizes.ts'
import { areaOf } from '#server/call-steps.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/language.ts'
import { refusalOf, withPlace } from '#server/permission-check.ts'
import type { RequestHead } from '#server/request-token.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import { sendDocument } from './documents.ts'
import { sendEnvelope, sendError, success } from './envelope.ts'
import { fieldsOfBody, readQuery } from './json-body.ts'
import { withoutIdleFields } from './list-fields.ts'
import { createMatcher, type Match } from './match.ts'
import { withChoicesOfPath } from './path-choices.ts'
import { procedures } from './procedures.ts'
import { readImport } from './read-import.ts'
import { readMultipart } from './read-multipart.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { isFileParts, sendFile } from './send-file.ts'

type Fields = Record<string, unknown>

/**
 * Build the input of a procedure: the query, the body (by its fields, or as one field) and the path by name, then the
 * mapping of the row.
 */
export function inputOf(row: Route, query: Fields, body: Fields, path: Fields): Fields {
  const params = withChoicesOfPath(row, path)
  const given = { query, body, params }
  const input: Fields = { ...query, ...(row.whole === null ? body : { [row.whole]: body }), ...params }
  const mapped: Fields = { ...row.fixed }
  for (const [key, sources] of row.sources) {
    const source = sources.find(({ from, name }) => given[from][name] !== undefined)
    for (const { name } of sources) delete input[name]
    if (source) mapped[key] = given[source.from][source.name]
  }
  return withoutIdleFields(row, { ...input, ...mapped })
}

/** Return the fields of the body, in the form that the row accepts. */
async function bodyOf(request: Request, response: Response, row: Route): Promise<Fields> {
  const size = sizeOf([row.procedure])
  if (row.body === 'import') return readImport(request, response, size)
  if (row.body === 'lines')
    return { content: await readBytes(request, response, size.large?.file.mostBytes ?? size.bytes) }
  if (row.body === 'file') return readMultipart(request, response)
  return fieldsOfBody(await readJson(request, response, size), { list: row.body === 'list' })
}

/** Build the input of the procedure. For a refused call only the path is read, which identifies its target. */
async function inputFrom(request: Request, response: Response, { row, params }: Match, ctx: Context): Promise<Fields> {
  if (await refusalOf(ctx, row.procedure, procedures[row.procedure]._def.type)) return inputOf(row, {}, {}, params)
  const query = readQuery(request.url.includes('?') ? (request.url.split('?', 2)[1] ?? '') : '')
  return inputOf(row, query, await bodyOf(request, response, row), params)
}

/** Return the signal that the caller has left, or undefined for a call that has nothing to end then. */
function signalOf(response: Response, row: Route): AbortSignal | undefined {
  if (row.reply === 'envelope' && procedures[row.procedure]._def.type === 'query') return undefined
  const abort = new AbortController()
  response.on('close', () => {
    // A finished response has nothing to abort, and an abort costs an exception with its stack.
    if (!response.writableFinished) abort.abort()
  })
  return abort.signal
}

async function answer(request: Request, response: Response, match: Match, ctx: Context): Promise<void> {
  const { row } = match
  const input = await inputFrom(request, response, match, ctx)
  const procedure = procedures[row.procedure]
  const result: unknown = await procedure({
    path: row.procedure,
    type: procedure._def.type,
    getRawInput: async () => input,
    ctx,
    signal: signalOf(response, row),
    batchIndex: 0,
  })
  if (isFileParts(result)) await sendFile(response, result)
  // The row was checked against the procedure's own result type by route().
  else sendEnvelope(response, success(row.output ? row.output(result as never) : result))
}

const isLogged = (error: unknown): boolean => error instanceof TRPCError && error.cause instanceof AppError

/**
 * Create the documented REST interface, to be mounted below /api: it maps rows to procedures and results to envelopes,
 * without decisions of its own.
 */
export function createRest(app: {
  contextFor(head: RequestHead, paths: readonly string[]): Promise<Context>
  logger: Logger
}): RequestHandler {
  const match = createMatcher(routes)
  return async (request, response) => {
    let language: Language = languageOf(request.headers)
    let requestId = String(request.headers['x-request-id'] ?? '')
    let called = ''
    try {
      if (sendDocument(request, response, language)) return
      const found = match(request.method, request.path)
      if (!found) throw new AppError('UNKNOWN_PATH')
      // Name the route for the metrics, but never a path that a caller invents.
      response.locals.route = `/api${found.row.path}`
      called = found.row.procedure
      const ctx = await app.contextFor(request, [found.row.procedure])
      language = ctx.request.language
      requestId = ctx.request.id
      await withPlace(ctx, found.row.procedure, () => answer(request, response, found, ctx))
    } catch (error) {
      if (response.headersSent) return
      const described = sendError(response, error, language, requestId, areaOf(called))
      if (described.appCode === 'INTERNAL' && !isLogged(error))
        app.logger.error({ err: error, requestId }, 'unexpected error in REST')
    }
  }
}
