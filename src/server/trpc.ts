import {
  getTRPCErrorFromUnknown,
  initTRPC,
  type TRPCDefaultErrorShape,
  TRPCError,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { z } from 'zod'
import { type AppError, errorTable } from '#shared/errors.ts'
import {
  areaOf,
  type CallType,
  endWithCaller,
  type Granted,
  grant,
  keepWrites,
  readDbOf,
  translated,
} from './call-steps.ts'
import type { Context } from './context.ts'
import { type DescribedError, describeError } from './errors.ts'
import { onlyOnce } from './idempotency.ts'
import { refusalOf } from './permission-check.ts'
import { type ProcedurePath, ruleOf } from './permissions.ts'

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

const t = initTRPC
  .context<Context>()
  .meta<{ path: ProcedurePath }>()
  .create({
    isDev: false,
    // Keep-alive for slow responses: proxies and terminals close a connection that is silent for a minute.
    jsonl: { pingMs: signOfLifeMs },
    errorFormatter: ({ shape, error, ctx, path }) => {
      const described = describeError(error, ctx?.request.language ?? 'zh', ctx?.request.id, areaOf(path), true)
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
  throw translated(result.error, ctx, path, type)
})

/** Wait for a call, note what a mutation has written, and tie a stream that it returns to its caller. */
async function ended<Result extends { ok: true; data: unknown } | { ok: false }>(
  ctx: Context,
  type: CallType,
  running: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const result = await (type === 'mutation' ? keepWrites(ctx, running) : running)
  if (result.ok) endWithCaller(result.data, signal)
  return result
}

/** Create a procedure that is open to everybody: its rule in permissions.ts must say so. */
export const openProcedure = (path: ProcedurePath) => {
  if (ruleOf(path).anonymous !== 'open') throw new Error(`${path} is not open in permissions.ts`)
  return t.procedure
    .meta({ path })
    .use(translateErrors)
    .use(async ({ ctx, next, type, signal }) => {
      const refusal = await refusalOf(ctx, path, type)
      if (refusal) throw refusal
      return ended(ctx, type, next({ ctx: { readDb: readDbOf(ctx, type) } }), signal)
    })
}

/** The context inside a procedure for signed-in callers. */
export type SignedInContext = Context & Granted
/** Add what a call is granted to its context. All fields by name: V8 defines each field of a spread by its slow way. */
const withGrant = (
  { db, config, services, refusal, clock, request, deviceCookie }: Context,
  { viewer, reach, scope, readDb }: Granted,
): SignedInContext => ({
  db,
  readDb,
  config,
  services,
  viewer,
  refusal,
  clock,
  request,
  deviceCookie,
  reach,
  scope,
})

/**
 * Create a procedure for a signed-in caller, checked by the rule of `path`; `ctx.scope` holds the rows that the caller
 * may touch. One middleware does what every call needs: tRPC copies the whole call for each of them.
 */
export const procedure = (path: ProcedurePath) =>
  t.procedure
    .meta({ path })
    .use(translateErrors)
    .use(async ({ ctx, next, type, getRawInput, signal }) => {
      const granted = await grant(ctx, path, type, getRawInput)
      const run = () => ended(ctx, type, next({ ctx: granted }), signal)
      return type === 'mutation' ? onlyOnce(ctx, path, getRawInput, run) : run()
    })

type Called<Schema extends z.ZodType, Output> = {
  input: z.input<Schema>
  output: Output
  meta: { path: ProcedurePath }
}
type Run<Schema extends z.ZodType, Output> = (ctx: SignedInContext, input: z.output<Schema>) => Output | Promise<Output>

/** A call as tRPC gives it to a procedure. */
type Call = { ctx: Context; getRawInput: () => Promise<unknown>; signal: AbortSignal | undefined }

/** @throws TRPCError BAD_REQUEST when the input does not fit */
function inputOf<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.output<Schema> {
  try {
    // Our schemas wait for nothing, and zod compiles a schema only for this form.
    return schema.parse(raw)
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause })
  }
}

/**
 * Let a procedure that `procedure` has built do its steps by itself. tRPC's chain of middlewares copies the call and
 * its context six times, which takes longer than the steps.
 */
function direct<Schema extends z.ZodType, Output>(
  built: { _def: { type: CallType } },
  path: ProcedurePath,
  schema: Schema,
  run: Run<Schema, Output>,
): unknown {
  const { type } = built._def
  const call = async ({ ctx, getRawInput, signal }: Call): Promise<Output> => {
    try {
      const granted = await grant(ctx, path, type, getRawInput)
      const answer = async () => run(withGrant(ctx, granted), inputOf(schema, await getRawInput()))
      if (type !== 'mutation') {
        const data = await answer()
        endWithCaller(data, signal)
        return data
      }
      const { data } = await onlyOnce(ctx, path, getRawInput, async () => {
        const written = await keepWrites(ctx, answer())
        endWithCaller(written, signal)
        return { ok: true, data: written }
      })
      return data
    } catch (error) {
      throw translated(getTRPCErrorFromUnknown(error), ctx, path, type)
    }
  }
  return Object.assign(call, built)
}

/**
 * Create a query of signed-in callers with an input. Its type is stated: tRPC cannot resolve that of a schema that is
 * not known yet.
 */
export const query = <Schema extends z.ZodType, Output>(
  path: ProcedurePath,
  schema: Schema,
  run: Run<Schema, Output>,
): TRPCQueryProcedure<Called<Schema, Output>> => {
  const built = procedure(path)
    .input(schema)
    .query(() => undefined)
  return direct(built, path, schema, run) as TRPCQueryProcedure<Called<Schema, Output>>
}

/** Create a mutation of signed-in callers with an input. */
export const mutation = <Schema extends z.ZodType, Output>(
  path: ProcedurePath,
  schema: Schema,
  run: Run<Schema, Output>,
): TRPCMutationProcedure<Called<Schema, Output>> => {
  const built = procedure(path)
    .input(schema)
    .mutation(() => undefined)
  return direct(built, path, schema, run) as TRPCMutationProcedure<Called<Schema, Output>>
}
