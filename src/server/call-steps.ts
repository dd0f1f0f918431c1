import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { AppError, errorTable } from '#shared/errors.ts'
import type { Reach } from '#shared/roles.ts'
import type { Context } from './context.ts'
import type { Scope } from './db/scope.ts'
import { describeError } from './errors.ts'
import { refusalOf } from './permission-check.ts'
import { type ProcedurePath, ruleOf } from './permissions.ts'
import { isFileParts } from './rest/send-file.ts'

/** Return the feature of a procedure. */
export const areaOf = (path: string | undefined): string => path?.split('.', 1)[0] ?? ''

export type CallType = 'query' | 'mutation' | 'subscription'

/** Convert errors of the domain and of the database into tRPC errors in one place. */
export function translated(error: TRPCError, ctx: Context, path: string, type: CallType): TRPCError {
  const { cause } = error
  // Pass invalid input on unchanged; a failed schema check inside a procedure is converted below.
  const isInput = cause instanceof ZodError && error.code === 'BAD_REQUEST'
  if (isInput || (error.code === 'NOT_FOUND' && !(cause instanceof AppError))) return error
  // A mutation has no range that could be narrowed.
  const slow = type === 'mutation' && describeError(error, ctx.request.language).appCode === 'TOO_SLOW'
  const known = describeError(
    slow ? new AppError('BUSY', {}, cause) : error,
    ctx.request.language,
    ctx.request.id,
    areaOf(path),
  )
  if (known.appCode === 'INTERNAL')
    ctx.services.logger.error({ err: cause ?? error, path, requestId: ctx.request.id }, 'unexpected error')
  return new TRPCError({
    code: errorTable[known.appCode].trpc,
    message: known.message,
    cause:
      cause instanceof AppError
        ? cause
        : new AppError(known.appCode, cause instanceof ZodError ? { fields: known.fields } : known.details, cause),
  })
}

/** End a stream when its caller has left, so that it releases its transaction, copy or job. */
export function endWithCaller(data: unknown, signal: AbortSignal | undefined): void {
  if (!signal || !isFileParts(data)) return
  const end = () => void data.return().catch(() => undefined)
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
}

/** Let later reads of the same session see the writes of a mutation, also of one that failed half-way. */
export async function keepWrites<Result>({ services, viewer }: Context, running: Promise<Result>): Promise<Result> {
  try {
    return await running
  } finally {
    await services.writes.note(viewer)
  }
}

/** A mutation reads from the primary. */
export const readDbOf = ({ db, readDb }: Context, type: CallType) => (type === 'mutation' ? db : readDb)

/** What the rule of a call grants to its caller. */
export type Granted = {
  viewer: NonNullable<Context['viewer']>
  reach: Reach
  scope: Scope
  readDb: Context['readDb']
}
/** Check a call of a signed-in caller by the rule of `path`. @throws AppError when it is refused */
export async function grant(
  ctx: Context,
  path: ProcedurePath,
  type: CallType,
  getRawInput: () => Promise<unknown>,
): Promise<Granted> {
  const { viewer } = ctx
  const refusal = await refusalOf(ctx, path, type)
  // The body of a refused call is not read: its input is the one in its URL.
  if (refusal?.code === 'FORBIDDEN')
    await ctx.services.audit.denied(ctx, path, await getRawInput().catch(() => undefined))
  if (refusal) throw refusal
  const reach = viewer && ruleOf(path).reach[viewer.role]
  // A caller that only an open rule admits may not call this procedure.
  if (!viewer || !reach) throw new AppError('FORBIDDEN')
  return { viewer, reach, scope: await ctx.services.places.scopeOf(viewer, reach), readDb: readDbOf(ctx, type) }
}
