import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { waitingUntil } from './login-waits.ts'

/** Where a try comes from: the network, or in its stead a remembered device of the very user whom it is about. */
type Place = { network: string; deviceId: number | null }
/** `isKnown` = the user has signed in from there before. */
export type KnownPlace = Place & { isKnown: boolean }

const failuresUntilLocked = 100
/** Stands as network of a row that forgives. */
export const everywhere = 'all'
/** Stands as network of a row that locks an account for every place that is not known to be its user's, until it is forgiven. */
export const lockedOut = 'locked'

type Attempts = SelectQueryBuilder<Database, 'login_attempt', object>
type Part = 'anywhere' | 'lock' | 'here'

/** No further back than matters: an account may have many thousand failures. */
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
 * Has the user signed in from there before, or is it a device that is remembered for him? What 100 strangers guess does not lock him out there.
 * And how often somebody has failed to sign in as him since `from`.
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
 * What the tries at an account so far mean for one from `place`. `locked` = it is refused, whatever is right; `begins` = with the newest
 * failure the account is locked for all strangers. A known place counts its own failures alone. The same query for each, so that the
 * time tells nothing.
 */
export async function lockOf(
  on: Kysely<Database>,
  account: string,
  place: KnownPlace,
  now: Date,
): Promise<{ locked: boolean; begins: boolean }> {
  const ofAccount = on.selectFrom('login_attempt').where('user_name', '=', account)
  const ofPlace =
    place.deviceId === null
      ? ofAccount.where('network', 'in', [place.network, everywhere]).where('device_id', 'is', null)
      : ofAccount.where((is) => is.or([is('network', '=', everywhere), is('device_id', '=', place.deviceId)]))
  // Each of the parts has a limit of its own.
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
