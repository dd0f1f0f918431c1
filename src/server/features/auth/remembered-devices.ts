import type { Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { hashOfToken, newToken } from '#server/session.ts'

/** The most devices of a user. One more ends the oldest. */
const mostDevices = 5
/** How long a browser can sign in without the password. Use does not extend it. Source: trust.md row 2 */
const rememberedMilliseconds = 14 * 24 * 60 * 60_000

type NewDevice = { userId: number; now: Date; address: string; agent: string }
export type DeviceToken = { deviceId: number; token: string; expiresAt: Date }

async function addToken(db: Db, deviceId: number, now: Date): Promise<string> {
  const token = newToken()
  await db
    .insertInto('refresh_token')
    .values({ token_hash: hashOfToken(token), device_id: deviceId, created_at: now, used_at: null })
    .execute()
  return token
}

/** Remember a browser, and create its first token. */
export async function rememberDevice(db: Db, { userId, now, address, agent }: NewDevice): Promise<DeviceToken> {
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

/** Set the device cookie. It expires together with the device. */
export function keepDevice(ctx: Context, { token, expiresAt }: Pick<DeviceToken, 'token' | 'expiresAt'>): void {
  ctx.deviceCookie?.keep(token, Math.max(0, Math.floor((expiresAt.getTime() - ctx.clock().getTime()) / 1_000)))
}

/** End a remembered device and all its sessions except the session `keptId`. */
export async function endDevice(db: Db, deviceId: number, reason: string, now: Date, keptId = 0): Promise<void> {
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
 * Exchange the token of a remembered device for the next one. Of two requests with the same token one succeeds. If the
 * token was used before this request arrived, it has been copied, and the device ends with all its sessions.
 * @param arrived when the request arrived, before it waited for anything
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

/** Return the device of a token, used or not; null = unknown or ended. */
export async function deviceOfToken(db: Db, token: string): Promise<{ deviceId: number; userId: number } | null> {
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
 * Return the remembered device of the cookie, if it belongs to the user. It signs nobody in here, but only tells a
 * browser known for this user from an unknown one. It is queried for every user name, known or not, so that both take
 * the same time.
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

/**
 * Tell whether tokens of scope `report` end, too. A change of the password keeps them: they can read nothing, and
 * ending them would only stop the reports of a site.
 */
const withReportTokens = (reason: string): boolean => reason !== 'passwordChanged'

/**
 * End every session, remembered device and ticket of a user, except the session `keptId` and its device. After a change
 * of the password, the user's tokens of scope `report` for sites stay valid.
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
