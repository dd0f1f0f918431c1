import { AppError } from '#shared/errors.ts'
import type { Context } from './context.ts'
import { type ProcedurePath, ruleOf } from './permissions.ts'
import type { Rule } from './permissions-reach.ts'
import { senderOf } from './services/sender-address.ts'

/** The only call that a token of scope `report` may make. */
const reportPath: ProcedurePath = 'live.report'

type CallKind = 'query' | 'mutation' | 'subscription'

/** @throws AppError TOO_MANY when the rate limit of the rule is reached */
async function checkRate({ services, viewer, clock, request }: Context, { limit }: Rule): Promise<void> {
  if (limit === 'export') await services.exportLimit.check(viewer, clock())
  if (limit === 'lookUp') await services.lookUpLimit.check(senderOf(request.address).address, clock())
}

/**
 * Return why the caller may not make this call, or null: all checks that do not need its input. tRPC and REST check it
 * before they read a byte of a body, and every procedure checks it again, so that no caller can skip it.
 */
export async function refusalOf(ctx: Context, path: ProcedurePath, kind: CallKind): Promise<AppError | null> {
  const rule = ruleOf(path)
  const { viewer } = ctx
  // A collector's token reads nothing, so it may not make open calls either.
  if (viewer?.reportSiteId !== undefined && path !== reportPath) return new AppError('FORBIDDEN')
  if (rule.anonymous !== 'open') {
    if (!viewer) return ctx.refusal ?? new AppError('TOKEN_UNKNOWN')
    if (!rule.reach[viewer.role] || (viewer.readOnly && kind === 'mutation')) return new AppError('FORBIDDEN')
    if (viewer.mustChangePassword && !rule.firstPassword) return new AppError('PASSWORD_CHANGE_NEEDED')
  }
  if (!rule.limit) return null
  try {
    await checkRate(ctx, rule)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * Run a call from the first byte of its body to its end. An upload takes a slot before it is read, so that memory never
 * holds more uploads than there are slots.
 * @throws AppError TOO_MANY or BUSY when no slot is free
 */
export function withPlace<T>(ctx: Context, path: ProcedurePath, work: () => Promise<T>): Promise<T> {
  if (ruleOf(path).limit !== 'upload' || !ctx.viewer) return work()
  return ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, work)
}
