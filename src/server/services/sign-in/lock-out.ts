import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import { waitingUntil } from './login-waits.ts'

/** The origin of an attempt: the network, or instead a remembered device of the same user. */
type Place = { network: string; deviceId: number | null }
/** `isKnown` = the user has signed in from there before. */
export type KnownPlace = Place & { isKnown: boolean }

const failuresUntilLocked = 100
/** Value of `network` in a row that resets the failures. */
export const everywhere = 'all'
/** Value of `network` in a row that locks the account for every place unknown for its user, until a reset. */
export const lockedOut = 'locked'

type Attempts = SelectQueryBuilder<Database, 'login_attempt', object>
type Part = 'anywhere' | 'lock' | 'here'

/** Return the newest attempts only: an account may have many thousand failures. */
const newest = (attempts: Attempts, part: Part) =>
  attempts
    .select(['id', 'succeeded', 'at', sql.lit(part).as('part')])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(failuresUntilLocked)

const failuresInARow = (rows: readonly { succeeded: boolean }[]): number => {
  const success = rows.findIndex((row) => row.succeeded)
  return success === -1 ? rows.length : success
}

/**
 * Return whether the user has signed in from this place before, or it is a remembered device of the user: 100 failures
 * of strangers do not lock the user out there. Also return the number of failed attempts at the account since `from`.
 */
export async function knownOf(
  on: Kysely<Database>,
  account: string,
  { network, deviceId }: Place,
  from: Date,
): Promise<{ isKnown: boolean; failures: number }> {
  const { known, failures } = await on
    .selectNoFrom((db) => {
      const ofAccount = db.selectFrom('login_attempt').where('user_name', '=', account)
      return [
        db.exists(ofAccount.select('id').where('network', '=', network).where('succeeded', '=', true)).as('known'),
        ofAccount
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('succeeded', '=', false)
          .where('at', '>', from)
          .as('failures'),
      ]
    })
    .executeTakeFirstOrThrow()
  return { isKnown: deviceId !== null || Boolean(known), failures: Number(failures) }
}

/**
 * Return what the attempts at an account mean for a new one from `place`. `locked` = refuse it even with the right
 * password; `begins` = the newest failure locks the account for all unknown places. A known place counts only its own
 * failures. The query is the same for each, so that its time reveals nothing.
 */
export async function lockOf(
  on: Db,
  account: string,
  place: KnownPlace,
  now: Date,
): Promise<{ locked: boolean; begins: boolean }> {
  const ofAccount = on.selectFrom('login_attempt').where('user_name', '=', account)
  const ofPlace =
    place.deviceId === null
      ? ofAccount.where('network', 'in', [place.network, everywhere]).where('device_id', 'is', null)
      : ofAccount.where((is) => is.or([is('network', '=', everywhere), is('device_id', '=', place.deviceId)]))
  // Wrap each part in a subquery, because each has its own limit.
  const whole = (part: ReturnType<typeof newest>) => on.selectFrom(part.as('tries')).selectAll()
  const rows = await on
    .selectFrom(
      whole(newest(ofAccount, 'anywhere'))
        .unionAll(whole(newest(ofAccount.where('network', '=', lockedOut), 'lock').limit(1)))
        .unionAll(whole(newest(ofPlace, 'here')))
        .as('tries'),
    )
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const partOf = (part: Part) => rows.filter((row) => row.part === part)
  const here = partOf('here')
  const lock = partOf('lock')[0]
  const isLockedOut = lock !== undefined || failuresInARow(partOf('anywhere')) >= failuresUntilLocked
  const inARow = failuresInARow(here)
  const failures = here.slice(0, inARow).map(({ at }) => at.getTime())
  const waits = waitingUntil(failures.reverse()) > now.getTime()
  return {
    locked: waits || (place.isKnown ? inARow >= failuresUntilLocked : isLockedOut),
    begins: isLockedOut && lock === undefined,
  }
}
