import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { covers, type Place } from '#shared/alert-decisions.ts'
import { isSilent, type SilenceTimes } from '#shared/silence-times.ts'

type Stored = Place & {
  id: number
  companyId: number
  startsAt: Date | null
  endsAt: Date | null
  weekdays: number[] | null
  startTime: string | null
  minutes: number | null
}
export type StoredSilence = Place & { id: number; companyId: number; times: SilenceTimes }

/** Return the times at which a stored silence is active. */
export function timesOf({
  startsAt,
  endsAt,
  weekdays,
  startTime,
  minutes,
}: Omit<Stored, keyof Place | 'id' | 'companyId'>): SilenceTimes {
  if (weekdays !== null && startTime !== null && minutes !== null)
    return { startsAt: null, weekdays, startTime, minutes }
  return { startsAt: startsAt ?? new Date(0), endsAt: endsAt ?? new Date(0), weekdays: null }
}

/** Return the silences of some tenants that have not ended. */
export async function readSilences(db: Db, companyIds: readonly number[], now: Date): Promise<StoredSilence[]> {
  const { rows } = await sql<Stored>`
    select id, company_id as "companyId", site_id as "siteId", client_id as "clientId", account_id as "accountId", type,
      starts_at as "startsAt", ends_at as "endsAt", weekdays, start_time as "startTime", minutes
    from silence where deleted_at is null and company_id = any(${[...companyIds]}::int[]) and (ends_at is null or ends_at > ${now}) order by id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, times: timesOf(row) }))
}

/** Return a silence that is active at a place of a tenant now, or undefined. */
export const silenceOf = (
  silences: readonly StoredSilence[],
  companyId: number,
  place: Place,
  now: Date,
  timeZone: string,
): StoredSilence | undefined =>
  silences.find(
    (silence) => silence.companyId === companyId && covers(silence, place) && isSilent(silence.times, now, timeZone),
  )
