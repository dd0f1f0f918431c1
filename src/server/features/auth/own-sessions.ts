import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import type { OwnEndRequest, OwnSessions } from '#shared/own-account.ts'
import { endDevice } from './remembered-devices.ts'
import { endedByIdle } from './sessions.ts'

/** Return the sessions of the caller and the browsers that are remembered, most recently used first. */
export async function ownSessions(ctx: SignedInContext): Promise<OwnSessions> {
  const { userId, sessionId } = ctx.viewer
  const now = ctx.clock()
  const time = (at: Date) => businessTime(at, ctx.config.timeZone)
  const open = await ctx.db
    .selectFrom('session')
    .select(['id', 'kind', 'created_at', 'last_seen_at', 'expires_at', 'address', 'agent', 'device_id'])
    .where('user_id', '=', userId ?? 0)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where((is) => is.or([is('kind', '=', 'script'), is('last_seen_at', '>', endedByIdle(now))]))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const devices = await ctx.db
    .selectFrom('remembered_device')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'address', 'agent'])
    .where('user_id', '=', userId ?? 0)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const currentDevice = open.find(({ id }) => id === sessionId)?.device_id
  return {
    sessions: open.map((session) => ({
      id: session.id,
      kind: session.kind,
      current: session.id === sessionId,
      createdAt: time(session.created_at),
      lastSeenAt: time(session.last_seen_at),
      expiresAt: time(session.expires_at),
      address: session.address,
      agent: session.agent,
      deviceId: session.device_id,
    })),
    devices: devices.map((device) => ({
      id: device.id,
      current: device.id === currentDevice,
      createdAt: time(device.created_at),
      lastUsedAt: time(device.last_used_at),
      expiresAt: time(device.expires_at),
      address: device.address,
      agent: device.agent,
    })),
  }
}

/**
 * End one session of the caller, or one remembered device with its sessions.
 * @throws AppError NOT_FOUND alike for one that does not exist, has ended or belongs to another user
 */
export async function endOwn(ctx: SignedInContext, { id, kind }: OwnEndRequest): Promise<{ id: number }> {
  const now = ctx.clock()
  return ctx.db.transaction().execute(async (trx) => {
    const table = kind === 'session' ? 'session' : 'remembered_device'
    const ended = await trx
      .updateTable(table)
      .set({ ended_at: now, ended_reason: 'endedByOwner' })
      .where('id', '=', id)
      .where('user_id', '=', ctx.viewer.userId ?? 0)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!ended) throw new AppError('NOT_FOUND')
    // A user who ends the device in use keeps the present session.
    if (kind === 'device') await endDevice(trx, id, 'endedByOwner', now, ctx.viewer.sessionId ?? 0)
    await ctx.services.audit.write(trx, ctx, { action: 'auth.endOwn', targetKind: kind, targetId: id })
    return { id }
  })
}
