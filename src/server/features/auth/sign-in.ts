import { createHash } from 'node:crypto'
import type { AuditAction } from '#server/audit-actions.ts'
import type { Context } from '#server/context.ts'
import { avatarOf } from '#server/features/attachments/pictures.ts'
import { viewerOf } from '#server/session.ts'
import type { Viewer } from '#server/viewer.ts'
import type { LoginAnswer, LoginRequest, SessionInfo } from '#shared/auth.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { routesFor } from '#shared/menu.ts'
import { roleKeys, roleLabels } from '#shared/roles.ts'
import { recordFailure } from './failed-attempt.ts'
import { chooseCompany, enterCompany, findLoginUser, sessionDetails, setPasswordHash } from './queries.ts'
import { type DeviceToken, deviceByCookie, keepDevice, rememberDevice } from './remembered-devices.ts'
import { createSession, redeemTicket } from './sessions.ts'

/**
 * The name under which attempts for an account are counted. A text that matches no account may be a password, so only
 * its hash is stored.
 */
const accountKey = (userName: string) => userName.toLowerCase()
const unknownKey = (typed: string) => `?${createHash('sha256').update(typed.toLowerCase()).digest('base64url')}`

const nobody = 0

/** Return the sign-in answer for a viewer whose rights have just been read. */
export async function answerFor(ctx: Context, viewer: Viewer, token: string): Promise<LoginAnswer> {
  const details = await sessionDetails(ctx.db, viewer)
  return {
    id: viewer.userId ?? nobody,
    userName: viewer.userName,
    userToken: token,
    companyId: viewer.companyId,
    companyName: details.companyName,
    companyKind: viewer.companyKind,
    nickName: viewer.role === 'none' ? null : roleLabels[viewer.role],
    name: viewer.name,
    avatar: await avatarOf(ctx, details.avatarId),
    permissions: [...roleKeys[viewer.role]],
    routes: routesFor(viewer.role),
    timeZone: ctx.config.timeZone,
    mustChangePassword: viewer.mustChangePassword === true,
    token,
    lastPasswordResetDate: details.lastPasswordResetDate
      ? businessTime(details.lastPasswordResetDate, ctx.config.timeZone)
      : null,
  }
}

/** Return the caller's identity and menu, read again on each call. */
export async function sessionInfo(ctx: Context, viewer: Viewer): Promise<SessionInfo> {
  const { token: _token, lastPasswordResetDate: _date, ...info } = await answerFor(ctx, viewer, ctx.request.token ?? '')
  return info
}

/** Return the sign-in answer with the rights of the new token. */
export async function loginAnswer(ctx: Context, token: string): Promise<LoginAnswer> {
  return answerFor(
    ctx,
    await viewerOf(ctx.db, token, { clock: ctx.clock, extend: false, places: ctx.services.places }),
    token,
  )
}

type Entry = {
  userId: number
  companyId: number
  action: AuditAction
  withPassword: boolean
  newHash: string | null
  remember?: boolean
  /**
   * The source of the session, which it cannot outlive: a remembered device, or the session that created the ticket.
   */
  from?: { deviceId: number | null; endsAt: Date; scope: 'full' | 'read' | 'report' } | undefined
}
type Entered = { token: string; device: DeviceToken | null; viewer: Viewer }

/** Begin a session of an authenticated user, and log it. */
export async function enter(
  ctx: Context,
  { userId, companyId, action, withPassword, newHash, remember = false, from }: Entry,
): Promise<Entered> {
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    await enterCompany(trx, userId, companyId, now)
    if (newHash !== null) await setPasswordHash(trx, userId, newHash)
    const { address, agent } = ctx.request
    const device = remember ? await rememberDevice(trx, { userId, now, address, agent }) : null
    const session = { userId, companyId, now, passwordAt: withPassword ? now : null, address, agent }
    const deviceId = device?.deviceId ?? from?.deviceId ?? null
    const { token } = await createSession(trx, {
      ...session,
      deviceId,
      notAfter: from?.endsAt,
      scope: from?.scope ?? 'full',
    })
    const viewer = await viewerOf(trx, token, { clock: ctx.clock, extend: false, places: ctx.services.places })
    await ctx.services.audit.write(
      trx,
      { viewer, request: ctx.request },
      { action, targetKind: 'user', targetId: userId },
    )
    return { token, device, viewer }
  })
}

const refused = { succeeded: false, answer: null }

/**
 * Sign in by user name or phone. An unknown user, a wrong password, a locked or disabled account, a company of others
 * and a password that cannot be decrypted get the same answer after the same work. Source: trust.md rows 4, 7 to 9
 * @throws AppError LOGIN_FAILED, TOO_MANY, BUSY
 */
export async function signIn(ctx: Context, request: LoginRequest): Promise<LoginAnswer> {
  const { keys, limits, passwords } = ctx.services
  const plain = keys.decrypt(request.password)
  const user = await findLoginUser(ctx.db, request.userName)
  const account = user ? accountKey(user.user_name) : unknownKey(request.userName)
  const deviceId = await deviceByCookie(ctx, user?.id ?? nobody)
  const entered = await limits.guard<Entered | null>(
    { account, ip: ctx.request.address, deviceId },
    async ({ locked }) => {
      const matches = await passwords.verify(user?.password_hash ?? null, plain ?? '')
      const companyId = await chooseCompany(ctx.db, user?.id ?? nobody, request.companyId)
      if (!user || plain === null || !matches || locked || companyId === null) {
        const reason = locked
          ? 'locked'
          : user?.disabled
            ? 'disabled'
            : !user || !matches || plain === null
              ? 'credentials'
              : 'company'
        return {
          ...refused,
          record: recordFailure(ctx, {
            action: 'auth.login',
            userId: user?.id ?? null,
            details: { reason },
            companyId: null,
          }),
        }
      }
      const newHash = passwords.outdated(user.password_hash) ? await passwords.hash(plain) : null
      // Only browsers have the cookie of a remembered device; a program cannot store it.
      const remember = request.remember === true && ctx.deviceCookie !== undefined
      return {
        succeeded: true,
        answer: await enter(ctx, {
          userId: user.id,
          companyId,
          action: 'auth.login',
          withPassword: true,
          newHash,
          remember,
        }),
      }
    },
  )
  if (entered === null) throw new AppError('LOGIN_FAILED')
  if (entered.device) keepDevice(ctx, entered.device)
  return answerFor(ctx, entered.viewer, entered.token)
}

/**
 * Sign in by a one-time ticket; a session token is not accepted. The new session has the company and the scope of the
 * session that created the ticket, and ends with it at the latest. Source: trust.md B6
 * @throws AppError TICKET_INVALID for an unknown, used or expired ticket, TOO_MANY
 */
export async function signInByTicket(ctx: Context, ticket: string): Promise<LoginAnswer> {
  const entered = await ctx.services.limits.guard<Entered | null>(
    { account: null, ip: ctx.request.address },
    async () => {
      const action = 'auth.loginByTicket'
      const redeemed = await redeemTicket(ctx.db, ticket, ctx.clock())
      const maker = redeemed?.maker
      const companyId = redeemed === null ? null : await chooseCompany(ctx.db, redeemed.userId, maker?.company_id)
      if (redeemed === null || companyId === null) {
        return { ...refused, record: recordFailure(ctx, { action, userId: redeemed?.userId ?? null, companyId: null }) }
      }
      const from = maker ? { deviceId: maker.device_id, endsAt: maker.expires_at, scope: maker.scope } : undefined
      return {
        succeeded: true,
        answer: await enter(ctx, {
          userId: redeemed.userId,
          companyId,
          action,
          withPassword: false,
          newHash: null,
          from,
        }),
      }
    },
  )
  if (entered === null) throw new AppError('TICKET_INVALID')
  return answerFor(ctx, entered.viewer, entered.token)
}
