import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { AppError, errorTable } from '#shared/errors.ts'
import type { Context } from './context.ts'
import { describeError } from './errors.ts'
import { type ProcedurePath, ruleOf } from './policy.ts'

const t = initTRPC
  .context<Context>()
  .meta<{ path: ProcedurePath }>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const described = describeError(error, ctx?.request.language ?? 'zh', ctx?.request.id)
      return {
        ...shape,
        message: described.message,
        data: { code: shape.data.code, httpStatus: shape.data.httpStatus, appCode: described.appCode, details: described.details, fields: described.fields },
      }
    },
  })

export const { router, createCallerFactory } = t

/** Errors of the domain and of the database become tRPC errors in one place. */
const translateErrors = t.middleware(async ({ next, ctx, path }) => {
  const result = await next()
  if (result.ok) return result
  const cause = result.error.cause
  if (cause instanceof ZodError || (result.error.code === 'NOT_FOUND' && !(cause instanceof AppError))) return result
  const known = describeError(result.error, ctx.request.language, ctx.request.id)
  if (known.appCode === 'INTERNAL') ctx.services.logger.error({ err: cause ?? result.error, path, requestId: ctx.request.id }, 'unexpected error')
  throw new TRPCError({
    code: errorTable[known.appCode].trpc,
    message: known.message,
    cause: cause instanceof AppError ? cause : new AppError(known.appCode, known.details, cause),
  })
})

/** Who changes something reads the primary meanwhile, and afterwards, wherever he asks, what he has changed. */
const keepWrites = t.middleware(async ({ next, ctx, type }) => {
  if (type !== 'mutation') return next()
  const result = await next({ ctx: { readDb: ctx.db } })
  await ctx.services.writes.note(ctx.viewer)
  return result
})

/** Open to everybody: the rule in policy.ts must say so. */
export const openProcedure = (path: ProcedurePath) => {
  if (ruleOf(path).anonymous !== 'open') throw new Error(`${path} is not open in policy.ts`)
  return t.procedure.meta({ path }).use(translateErrors).use(keepWrites)
}

/** Signed in and named by the rule of `path`; `ctx.scope` holds the rows that the caller may touch. */
export const procedure = (path: ProcedurePath) =>
  t.procedure
    .meta({ path })
    .use(translateErrors)
    .use(async ({ ctx, next, type, getRawInput }) => {
      const viewer = ctx.viewer
      if (!viewer) throw ctx.refusal ?? new AppError('TOKEN_UNKNOWN')
      const reach = ruleOf(path).reach[viewer.role]
      if (!reach || (viewer.readOnly && type === 'mutation')) {
        await ctx.services.audit.denied(ctx, path, await getRawInput().catch(() => undefined))
        throw new AppError('FORBIDDEN')
      }
      if (viewer.mustChangePassword && !ruleOf(path).firstPassword) throw new AppError('PASSWORD_CHANGE_NEEDED')
      const scope = await ctx.services.places.scopeOf(viewer, reach)
      return next({ ctx: { ...ctx, viewer, reach, scope } })
    })
    .use(keepWrites)

/** The context inside a closed procedure. */
export type SignedInContext = Context & {
  viewer: NonNullable<Context['viewer']>
  reach: import('#shared/permissions.ts').Reach
  scope: import('./db/scope.ts').Scope
}
