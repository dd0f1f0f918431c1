import type { Context } from '#server/context.ts'
import type { LoginAnswer } from '#shared/auth.ts'
import { AppError } from '#shared/errors.ts'
import { chooseCompany } from './queries.ts'
import { deviceOfToken, endDevice, keepDevice, rotateToken } from './remembered-devices.ts'
import { answerFor, enter } from './sign-in.ts'

const action = 'auth.refresh'

/** Sign in by the cookie, or log why not. */
async function signInByDevice(ctx: Context, token: string, arrived: Date) {
  const now = ctx.clock()
  const rotated = await ctx.db.transaction().execute(async (trx) => {
    const next = await rotateToken(trx, token, arrived, now)
    if (!('reused' in next)) return next
    const { reused } = next
    const whom = reused
      ? {
          targetKind: 'user' as const,
          targetId: reused.userId,
          details: { reason: 'reused', deviceId: reused.deviceId },
        }
      : {}
    await ctx.services.audit.write(trx, ctx, { action, ...whom, result: 'failed', companyId: null })
    return null
  })
  if (rotated === null) return null
  const companyId = await chooseCompany(ctx.db, rotated.userId, undefined)
  if (companyId === null) return null
  const { userId, deviceId, expiresAt } = rotated
  const from = { deviceId, endsAt: expiresAt, scope: 'full' } as const
  const { token: session, viewer } = await enter(ctx, {
    userId,
    companyId,
    action,
    withPassword: false,
    newHash: null,
    from,
  })
  return { session, viewer, device: rotated }
}

/**
 * Sign in by the remembered device of this browser. This is the only call that reads its cookie, and only for a page of
 * this host. With `forget` it ends the device instead. Source: trust.md row 2
 * @throws AppError FORBIDDEN for a page of another host, REFRESH_INVALID, TOO_MANY
 */
export async function refresh(ctx: Context, forget: boolean): Promise<LoginAnswer | null> {
  const cookie = ctx.deviceCookie
  const arrived = ctx.clock()
  if (!cookie?.fromOwnPage) throw new AppError('FORBIDDEN')
  const { token } = cookie
  if (forget) {
    const device = token === null ? null : await deviceOfToken(ctx.db, token)
    if (device)
      await ctx.db.transaction().execute(async (trx) => {
        await endDevice(trx, device.deviceId, 'forgotten', ctx.clock())
        await ctx.services.audit.write(trx, ctx, {
          action: 'auth.forgetDevice',
          targetKind: 'user',
          targetId: device.userId,
          companyId: null,
        })
      })
    cookie.drop()
    return null
  }
  const entered = await ctx.services.limits.guard({ account: null, ip: ctx.request.address }, async () => {
    const answer = token === null ? null : await signInByDevice(ctx, token, arrived)
    return { succeeded: answer !== null, answer }
  })
  if (entered === null) throw new AppError('REFRESH_INVALID')
  keepDevice(ctx, entered.device)
  return answerFor(ctx, entered.viewer, entered.session)
}
