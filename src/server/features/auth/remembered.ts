import type { Kysely, Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { hashOfToken, newToken } from '#server/session.ts'

type Writer = Kysely<Database> | Transaction<Database>

/** More than these and the oldest is forgotten. */
const mostDevices = 5
/** How long a browser signs in without the password; using it does not make it longer. Source: trust.md row 2 */
const rememberedMilliseconds = 14 * 24 * 60 * 60_000

type NewDevice = { userId: number; now: Date; address: string; agent: string }
export type DeviceToken = { deviceId: number; token: string; expiresAt: Date }

async function addToken(db: Writer, deviceId: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('refresh_token')
    .values({ token_hash: hashOfToken(token), device_id: deviceId, created_at: now, used_at: null })
    .execute()
  return token
}

/** Remembers a browser. */
export async function rememberDevice(db: Writer, { userId, now, address, agent }: NewDevice): Promise<DeviceToken> {
  const expiresAt = new Date(now.getTime() + rememberedMilliseconds)
  const { id } = await db
    .insertInto('remembered_device')
    .values({
      user_id: userId,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      ended_at: null,
      ended_reason: null,
      address,
      agent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('remembered_device')
    .set({ ended_at: now, ended_reason: 'tooManyDevices' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('remembered_device')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(mostDevices),
    )
    .execute()
  return { deviceId: id, token: await addToken(db, id, now), expiresAt }
}

/** Gives the token to the browser; its cookie lives as long as the device is remembered. */
export function keepDevice(ctx: Context, { token, expiresAt }: Pick<DeviceToken, 'token' | 'expiresAt'>): void {
  ctx.deviceCookie?.keep(token, Math.max(0, Math.floor((expiresAt.getTime() - ctx.clock().getTime()) / 1_000)))
}

/** Ends a remembered device and every session that was begun from it, but the session `keptId`. */
export async function endDevice(db: Writer, deviceId: number, reason: string, now: Date, keptId = 0): Promise<void> {
  const end = { ended_at: now, ended_reason: reason }
  await db.updateTable('remembered_device').set(end).where('id', '=', deviceId).where('ended_at', 'is', null).execute()
  await db
    .updateTable('session')
    .set(end)
    .where('device_id', '=', deviceId)
    .where('id', '<>', keptId)
    .where('ended_at', 'is', null)
    .execute()
}

type Rotated = (DeviceToken & { userId: number }) | { reused: { deviceId: number; userId: number } | null }

/**
 * Takes the token of a remembered device and gives the next one; of two who bring the same at once one gets it. A token that was
 * used before this request came has been copied: the device ends, with all its sessions.
 * @param arrived when the request came, which is before anything waited
 */
export async function rotateToken(
  trx: Transaction<Database>,
  token: string,
  arrived: Date,
  now: Date,
): Promise<Rotated> {
  const found = await trx
    .selectFrom('refresh_token as t')
    .innerJoin('remembered_device as d', 'd.id', 't.device_id')
    .select(['t.device_id', 't.used_at', 'd.user_id', 'd.expires_at', 'd.ended_at'])
    .where('t.token_hash', '=', hashOfToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (!found || found.ended_at !== null || found.expires_at <= now) return { reused: null }
  const { device_id: deviceId, user_id: userId, used_at: usedAt, expires_at: expiresAt } = found
  if (usedAt !== null) {
    if (usedAt >= arrived) return { reused: null }
    await endDevice(trx, deviceId, 'tokenReused', now)
    return { reused: { deviceId, userId } }
  }
  await trx.updateTable('refresh_token').set({ used_at: now }).where('token_hash', '=', hashOfToken(token)).execute()
  await trx.updateTable('remembered_device').set({ last_used_at: now }).where('id', '=', deviceId).execute()
  return { deviceId, userId, expiresAt, token: await addToken(trx, deviceId, now) }
}

/** The device of a token, used or not; null = unknown or ended. */
export async function deviceOfToken(db: Writer, token: string): Promise<{ deviceId: number; userId: number } | null> {
  const found = await db
    .selectFrom('refresh_token as t')
    .innerJoin('remembered_device as d', 'd.id', 't.device_id')
    .select(['d.id', 'd.user_id'])
    .where('t.token_hash', '=', hashOfToken(token))
    .where('d.ended_at', 'is', null)
    .executeTakeFirst()
  return found ? { deviceId: found.id, userId: found.user_id } : null
}

/**
 * The remembered device whose cookie the browser sends, when it is that user's. It signs nobody in here: it only tells a browser that its user
 * has used from one that nobody knows, and is asked for every name, known or not.
 */
export async function deviceByCookie(ctx: Context, userId: number): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('refresh_token as t')
    .innerJoin('remembered_device as d', 'd.id', 't.device_id')
    .select('d.id')
    .where('t.token_hash', '=', hashOfToken(ctx.deviceCookie?.token ?? ''))
    .where('t.used_at', 'is', null)
    .where('d.ended_at', 'is', null)
    .where('d.expires_at', '>', ctx.clock())
    .where('d.user_id', '=', userId)
    .executeTakeFirst()
  return found?.id ?? null
}

/** A new password takes back what the old one opened; a collector's token reads nothing, and a site that goes dark with it helps nobody. */
const withReportTokens = (reason: string): boolean => reason !== 'passwordChanged'

/**
 * Ends every session, remembered device and ticket of a user, but the session `keptId` and the device behind it; with a change of the password
 * the tokens of scope `report` that he made for sites stay.
 * @returns how many open sessions ended
 */
export async function endEverything(
  trx: Transaction<Database>,
  userId: number,
  reason: string,
  now: Date,
  keptId = 0,
): Promise<number> {
  const end = { ended_at: now, ended_reason: reason }
  const ended = await trx
    .updateTable('session')
    .set(end)
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .where('ended_at', 'is', null)
    .$if(!withReportTokens(reason), (open) => open.where('scope', '<>', 'report'))
    .returning('expires_at')
    .execute()
  await trx
    .updateTable('remembered_device')
    .set(end)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'not in', (kept) =>
      kept
        .selectFrom('session')
        .select('device_id')
        .where('id', '=', keptId)
        .where('device_id', 'is not', null)
        .$castTo<{ device_id: number }>(),
    )
    .execute()
  await trx.deleteFrom('login_ticket').where('user_id', '=', userId).execute()
  return ended.filter(({ expires_at }) => expires_at > now).length
}
