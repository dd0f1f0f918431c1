import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { lock } from '#server/db/advisory-locks.ts'
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
/** How many minutes a code is valid, and how often it may be tried. Source: trust.md row 11 */
export const codeMinutes = 5
const mostTries = 5
const purpose = 'resetPassword'

/** Hash a phone number for counting, so that a number that was only typed is not stored. */
export const hashOfPhone = (pepper: Buffer, phone: string): Buffer =>
  createHmac('sha256', pepper).update(`phone ${phone}`).digest()

/** Return the milliseconds until one more code may be sent. */
function waitOf(times: readonly { created_at: Date }[], limits: typeof perPhone, now: Date): number {
  const waits = limits.map(({ most, within }) => {
    // Sorted newest first: the next code must wait until this one has left the window.
    const oldest = times[most - 1]?.created_at
    return oldest ? oldest.getTime() + within - now.getTime() : 0
  })
  return Math.max(...waits)
}

/**
 * `asked` = the hash of the typed number, `phoneHash` = the hash of the phone that the code goes to. They are counted
 * apart, so that the limits of one number do not reveal whose phone it leads to.
 */
type NewCode = { requestHash: Buffer; phoneHash: Buffer; codeHash: string | null; address: string; now: Date }

/**
 * Store a code, or only the request if nobody has the phone. A lock lets one transaction at a time check the limits.
 * Too many requests for the typed number are refused alike whether or not it has an owner. A phone that reached its
 * limit by other numbers silently gets no code.
 * @returns whether the code may be sent
 * @throws AppError TOO_MANY: 60 s between two, 5 an hour and 10 a day for the typed number, 20 an hour for an address
 */
export async function keepCode(
  trx: Transaction<Database>,
  { requestHash, phoneHash, codeHash, address, now }: NewCode,
): Promise<boolean> {
  await sql`select ${lock('codes')}`.execute(trx)
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const times = trx.selectFrom('sms_code').select('created_at').orderBy('id', 'desc').limit(20)
  const ofRequest = await times.where('phone_hash', '=', requestHash).where('created_at', '>', since(day)).execute()
  const ofPhone = await times.where('phone_hash', '=', phoneHash).where('created_at', '>', since(day)).execute()
  const ofAddress = await times.where('address', '=', address).where('created_at', '>', since(hour)).execute()
  const wait = Math.max(waitOf(ofRequest, perPhone, now), waitOf(ofAddress, perAddress, now))
  if (wait > 0) throw new AppError('TOO_MANY', { retryAfterSeconds: Math.ceil(wait / second) })
  const row = {
    purpose,
    created_at: now,
    expires_at: new Date(now.getTime() + codeMinutes * 60 * second),
    used_at: null,
  } as const
  await trx
    .insertInto('sms_code')
    .values({ ...row, phone_hash: requestHash, code_hash: null, address })
    .execute()
  if (waitOf(ofPhone, perPhone, now) > 0) return false
  await trx
    .insertInto('sms_code')
    .values({ ...row, phone_hash: phoneHash, code_hash: codeHash, address: '' })
    .execute()
  return true
}

/**
 * Count an attempt at the newest code of a phone and return its hash. null = there is no code, or it was used, has
 * expired or was tried too often.
 */
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

/** Mark a code as used. Of several callers one succeeds. */
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
