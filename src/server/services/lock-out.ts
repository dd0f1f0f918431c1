import type { Kysely, SelectQueryBuilder } from 'kysely'
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

/** Newest first, and no further back than matters: an account may have many thousand failures. */
const newest = (attempts: Attempts) =>
  attempts.select(['network', 'succeeded', 'at']).orderBy('at', 'desc').orderBy('id', 'desc').limit(failuresUntilLocked).execute()

const failuresInARow = (rows: readonly { succeeded: boolean }[]): number => {
  const success = rows.findIndex((row) => row.succeeded)
  return success === -1 ? rows.length : success
}

/** Has the user signed in from there before, or is it a device that is remembered for him? What 100 strangers guess does not lock him out there. */
export async function isKnownPlace(on: Kysely<Database>, account: string, { network, deviceId }: Place): Promise<boolean> {
  const success = await on
    .selectFrom('login_attempt')
    .select('id')
    .where('user_name', '=', account)
    .where('network', '=', network)
    .where('succeeded', '=', true)
    .limit(1)
    .executeTakeFirst()
  return deviceId !== null || success !== undefined
}

/**
 * What the tries at an account so far mean for one from `place`. `locked` = it is refused, whatever is right; `begins` = with the newest
 * failure the account is locked for all strangers. A known place counts its own failures alone. The same queries for each, so that the
 * time tells nothing.
 */
export async function lockOf(on: Kysely<Database>, account: string, place: KnownPlace, now: Date): Promise<{ locked: boolean; begins: boolean }> {
  const ofAccount = on.selectFrom('login_attempt').where('user_name', '=', account)
  const anywhere = await newest(ofAccount)
  const lock = await ofAccount.select('id').where('network', '=', lockedOut).limit(1).executeTakeFirst()
  const here = await newest(
    place.deviceId === null
      ? ofAccount.where('network', 'in', [place.network, everywhere]).where('device_id', 'is', null)
      : ofAccount.where((is) => is.or([is('network', '=', everywhere), is('device_id', '=', place.deviceId)])),
  )
  const isLockedOut = lock !== undefined || failuresInARow(anywhere) >= failuresUntilLocked
  const inARow = failuresInARow(here)
  const failures = here.slice(0, inARow).map(({ at }) => at.getTime())
  const waits = waitingUntil(failures.reverse()) > now.getTime()
  return { locked: waits || (place.isKnown ? inARow >= failuresUntilLocked : isLockedOut), begins: isLockedOut && lock === undefined }
}
