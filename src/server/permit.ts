import { AppError } from '#shared/errors.ts'
import type { Rule } from '#shared/permissions.ts'
import type { Context } from './context.ts'
import { type ProcedurePath, ruleOf } from './policy.ts'
import { senderOf } from './services/network.ts'

/** The one call of a token of scope `report`. */
const reportPath: ProcedurePath = 'live.report'

type CallKind = 'query' | 'mutation' | 'subscription'

/** @throws AppError TOO_MANY when as much has been begun lately as the rule allows */
async function checkRate({ services, viewer, clock, request }: Context, { limit }: Rule): Promise<void> {
  if (limit === 'export') await services.exportRate.check(viewer, clock())
  if (limit === 'lookUp') await services.lookUpRate.check(senderOf(request.address).address, clock())
}

/**
 * Why the caller may not make this call, null when nothing is against it: all that can be said without its input.
 * Both doors ask it before they read a byte of a body, and every procedure asks it again, so that no door can forget it.
 */
export async function refusalOf(ctx: Context, path: ProcedurePath, kind: CallKind): Promise<AppError | null> {
  const rule = ruleOf(path)
  const { viewer } = ctx
  // What is open to everybody is no business of a collector's token either: it reads nothing.
  if (viewer?.reportSiteId !== undefined && path !== reportPath) return new AppError('FORBIDDEN')
  if (rule.anonymous !== 'open') {
    if (!viewer) return ctx.refusal ?? new AppError('TOKEN_UNKNOWN')
    if (!rule.reach[viewer.role] || (viewer.readOnly && kind === 'mutation')) return new AppError('FORBIDDEN')
    if (viewer.mustChangePassword && !rule.firstPassword) return new AppError('PASSWORD_CHANGE_NEEDED')
  }
  try {
    await checkRate(ctx, rule)
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * Runs a call from the first byte of its body to its end. A file takes its place before it is read, so that no more of them
 * are held in memory than there are places.
 * @throws AppError TOO_MANY or BUSY when there is none
 */
export function withPlace<T>(ctx: Context, path: ProcedurePath, work: () => Promise<T>): Promise<T> {
  if (ruleOf(path).limit !== 'upload' || !ctx.viewer) return work()
  return ctx.services.uploads.hold(ctx.viewer.userId, ctx.request, work)
}
