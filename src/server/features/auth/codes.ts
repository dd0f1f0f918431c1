import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { AppError } from '#shared/errors.ts'
import { codeWaitSeconds } from '#shared/own-account.ts'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour
/** Source: trust.md row 10 */
const perPhone = [
  { most: 1, within: codeWaitSeconds * second },
  { most: 5, within: hour },
  { most: 10, within: day },
]
const perAddress = [{ most: 20, within: hour }]
/** Minutes that a code is good for, and how often it may be tried. Source: trust.md row 11 */
export const codeMinutes = 5
const mostTries = 5
const purpose = 'resetPassword'

/** The key under which a phone is counted: phones that were only typed are not stored. */
export const hashOfPhone = (pepper: Buffer, phone: string): Buffer =>
  createHmac('sha256', pepper).update(`phone ${phone}`).digest()

/** Milliseconds until one more may come. */
function waitOf(times: readonly { created_at: Date }[], limits: typeof perPhone, now: Date): number {
  const waits = limits.map(({ most, within }) => {
    // Newest first: the one that has to leave the window before another may come.
    const oldest = times[most - 1]?.created_at
    return oldest ? oldest.getTime() + within - now.getTime() : 0
  })
  return Math.max(...waits)
}

/** `asked` = the hash of what was typed, `phoneHash` = that of the phone it leads to; two names, so that the limits of the one never show whose the other is. */
type NewCode = { asked: Buffer; phoneHash: Buffer; codeHash: string | null; address: string; now: Date }

/**
 * Keeps a code, or the wish for one where nobody has the phone. One after the other, so that no two slip past the limits. What was
 * typed is refused too often alike, for every owner; a phone that had enough by other ways is passed over in silence.
 * @returns whether the code may be sent
 * @throws AppError TOO_MANY: 60 s between two, 5 an hour and 10 a day for what was typed, 20 an hour for an address
 */
export async function keepCode(
  trx: Transaction<Database>,
  { asked, phoneHash, codeHash, address, now }: NewCode,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('coldfleet.sms'))`.execute(trx)
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const times = trx.selectFrom('sms_code').select('created_at').orderBy('id', 'desc').limit(20)
  const ofAsked = await times.where('phone_hash', '=', asked).where('created_at', '>', since(day)).execute()
  const ofPhone = await times.where('phone_hash', '=', phoneHash).where('created_at', '>', since(day)).execute()
  const ofAddress = await times.where('address', '=', address).where('created_at', '>', since(hour)).execute()
  const wait = Math.max(waitOf(ofAsked, perPhone, now), waitOf(ofAddress, perAddress, now))
  if (wait > 0) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.ceil(wait / second) })
  const row = {
    purpose,
    created_at: now,
    expires_at: new Date(now.getTime() + codeMinutes * 60 * second),
    used_at: null,
  } as const
  await trx
    .insertInto('sms_code')
    .values({ ...row, phone_hash: asked, code_hash: null, address })
    .execute()
  if (waitOf(ofPhone, perPhone, now) > 0) return false
  await trx
    .insertInto('sms_code')
    .values({ ...row, phone_hash: phoneHash, code_hash: codeHash, address: '' })
    .execute()
  return true
}

/** Counts a try at the newest code of a phone and answers its hash; null = there is none, or it is used, too old or tried too often. */
export async function tryCode(
  db: Kysely<Database>,
  phoneHash: Buffer,
  now: Date,
): Promise<{ id: number; code_hash: string | null } | null> {
  const tried = await db
    .updateTable('sms_code')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', (newest) =>
      newest
        .selectFrom('sms_code')
        .select('id')
        .where('phone_hash', '=', phoneHash)
        .where('purpose', '=', purpose)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('tries', '<', mostTries)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  return tried ?? null
}

/** Uses a code up; of several who try one wins. */
export async function useCode(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('sms_code')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
