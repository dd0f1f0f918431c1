import {
  initTRPC,
  type TRPCDefaultErrorShape,
  TRPCError,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { ZodError, type z } from 'zod'
import { AppError, errorTable } from '#shared/errors.ts'
import type { Context } from './context.ts'
import { type DescribedError, describeError } from './errors.ts'
import { onlyOnce } from './idempotency.ts'
import { refusalOf } from './permission-check.ts'
import { type ProcedurePath, ruleOf } from './permissions.ts'
import { isFileParts } from './rest/send-file.ts'

type ErrorStatus = Pick<TRPCDefaultErrorShape['data'], 'code' | 'httpStatus'>
export const statusOf = (code: TRPCError['code']): ErrorStatus => ({
  code,
  httpStatus: getHTTPStatusCodeFromError(new TRPCError({ code })),
})
/** The error data that tRPC clients receive next to the sentence. */
export const errorData = ({ code, httpStatus }: ErrorStatus, { appCode, details, fields }: DescribedError) => ({
  code,
  httpStatus,
  appCode,
  details,
  fields,
})

/** Convert an AppError into a TRPCError, for a refusal before the procedure is called. */
export const asTrpcError = (error: AppError): TRPCError =>
  new TRPCError({ code: errorTable[error.code].trpc, cause: error })

const signOfLifeMs = 15_000

/** Return the feature of a procedure. */
const areaOf = (path: string | undefined): string => path?.split('.', 1)[0] ?? ''

const t = initTRPC
  .context<Context>()
  .meta<{ path: ProcedurePath }>()
  .create({
    isDev: false,
    // Keep-alive for slow responses: proxies and terminals close a connection that is silent for a minute.
    jsonl: { pingMs: signOfLifeMs },
    errorFormatter: ({ shape, error, ctx, path }) => {
      const described = describeError(error, ctx?.request.language ?? 'zh', ctx?.request.id, areaOf(path))
      // An error that a stream throws after its start has passed no middleware, and is not an error of tRPC itself.
      const status =
        error.code === 'INTERNAL_SERVER_ERROR' && described.appCode !== 'INTERNAL'
          ? statusOf(errorTable[described.appCode].trpc)
          : shape.data
      return {
        ...shape,
        code: TRPC_ERROR_CODES_BY_KEY[status.code],
        message: described.message,
        data: errorData(status, described),
      }
    },
  })

export const { router, createCallerFactory } = t

/** Convert errors of the domain and of the database into tRPC errors in one place. */
const translateErrors = t.middleware(async ({ next, ctx, path, type }) => {
  const result = await next()
  if (result.ok) return result
  const cause = result.error.cause
  // Pass invalid input on unchanged; a failed schema check inside a procedure is converted below.
  const isInput = cause instanceof ZodError && result.error.code === 'BAD_REQUEST'
  if (isInput || (result.error.code === 'NOT_FOUND' && !(cause instanceof AppError))) return result
  // A mutation has no range that could be narrowed.
  const slow = type === 'mutation' && describeError(result.error, ctx.request.language).appCode === 'TOO_SLOW'
  const known = describeError(
    slow ? new AppError('BUSY', {}, cause) : result.error,
    ctx.request.language,
    ctx.request.id,
    areaOf(path),
  )
  if (known.appCode === 'INTERNAL')
    ctx.services.logger.error({ err: cause ?? result.error, path, requestId: ctx.request.id }, 'unexpected error')
  throw new TRPCError({
    code: errorTable[known.appCode].trpc,
    message: known.message,
    cause:
      cause instanceof AppError
        ? cause
        : new AppError(known.appCode, cause instanceof ZodError ? { fields: known.fields } : known.details, cause),
  })
})

/** End a stream when its caller has left, so that it releases its transaction, copy or job. */
function endWithCaller<Result extends { ok: boolean; data?: unknown }>(result: Result, signal?: AbortSignal): Result {
  if (!signal || !result.ok || !isFileParts(result.data)) return result
  const parts = result.data
  const end = () => void parts.return().catch(() => undefined)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  return result
}

/** Let later reads of the same session see the writes of a mutation. */
async function keepWrites<Result>({ services, viewer }: Context, running: Promise<Result>): Promise<Result> {
  const result = await running
  await services.writes.note(viewer)
  return result
}

/** A mutation reads from the primary. */
const readDbOf = ({ db, readDb }: Context, type: 'query' | 'mutation' | 'subscription') =>
  type === 'mutation' ? db : readDb

/** Create a procedure that is open to everybody: its rule in permissions.ts must say so. */
export const openProcedure = (path: ProcedurePath) => {
  if (ruleOf(path).anonymous !== 'open') throw new Error(`${path} is not open in permissions.ts`)
  return t.procedure
    .meta({ path })
    .use(translateErrors)
    .use(async ({ ctx, next, type, signal }) => {
      const refusal = await refusalOf(ctx, path, type)
      if (refusal) throw refusal
      const running = next({ ctx: { readDb: readDbOf(ctx, type) } })
      return endWithCaller(await (type === 'mutation' ? keepWrites(ctx, running) : running), signal)
    })
}

/**
 * Create a procedure for a signed-in caller, checked by the rule of `path`; `ctx.scope` holds the rows that the caller
 * may touch. One middleware does what every call needs: tRPC copies the whole call for each of them.
 */
export const procedure = (path: ProcedurePath) =>
  t.procedure
    .meta({ path })
    .use(translateErrors)
    .use(async ({ ctx, next, type, getRawInput, signal }) => {
      const { viewer } = ctx
      const refusal = await refusalOf(ctx, path, type)
      // The body of a refused call is not read: its input is the one in its URL.
      if (refusal?.code === 'FORBIDDEN')
        await ctx.services.audit.denied(ctx, path, await getRawInput().catch(() => undefined))
      if (refusal) throw refusal
      const reach = viewer && ruleOf(path).reach[viewer.role]
      // A caller that only an open rule admits may not call this procedure.
      if (!viewer || !reach) throw new AppError('FORBIDDEN')
      const scope = await ctx.services.places.scopeOf(viewer, reach)
      const run = () => next({ ctx: { viewer, reach, scope, readDb: readDbOf(ctx, type) } })
      if (type !== 'mutation') return endWithCaller(await run(), signal)
      return onlyOnce(ctx, path, async () => endWithCaller(await keepWrites(ctx, run()), signal))
    })

/** The context inside a procedure for signed-in callers. */
export type SignedInContext = Context & {
  viewer: NonNullable<Context['viewer']>
  reach: import('#shared/roles.ts').Reach
  scope: import('./db/scope.ts').Scope
}

type Called<Schema extends z.ZodType, Output> = {
  input: z.input<Schema>
  output: Output
  meta: { path: ProcedurePath }
}
type Run<Schema extends z.ZodType, Output> = (ctx: SignedInContext, input: z.output<Schema>) => Output | Promise<Output>

/**
 * Create a query of signed-in callers with an input. Its type is stated: tRPC cannot resolve that of a schema that is
 * not known yet.
 */
export const query = <Schema extends z.ZodType, Output>(
  path: ProcedurePath,
  schema: Schema,
  run: Run<Schema, Output>,
): TRPCQueryProcedure<Called<Schema, Output>> => {
  const built: unknown = procedure(path)
    .input(schema)
    .query(({ ctx, input }) => run(ctx, input as z.output<Schema>))
  return built as TRPCQueryProcedure<Called<Schema, Output>>
}

/** Create a mutation of signed-in callers with an input. */
export const mutation = <Schema extends z.ZodType, Output>(
  path: ProcedurePath,
  schema: Schema,
  run: Run<Schema, Output>,
): TRPCMutationProcedure<Called<Schema, Output>> => {
  const built: unknown = procedure(path)
    .input(schema)
    .mutation(({ ctx, input }) => run(ctx, input as z.output<Schema>))
  return built as TRPCMutationProcedure<Called<Schema, Output>>
}
