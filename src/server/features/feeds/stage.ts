import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { PlannedRow } from './plan-lines.ts'

/** The embedded engine has one connection: no statement may hold it for longer than 100 ms. A server takes all at once. */
const embeddedChunk = 5_000
const stagedAtOnce = 20_000

/** A list of numbers or truth values as the text of an array: the driver would escape each of them. */
const arrayText = (values: readonly (number | boolean | null)[]): string => `{${values.map((value) => value ?? 'null').join(',')}}`

/** Ranges (after, to] of ordinals, for statements that go through the staged rows piece by piece. */
export type Ranges = readonly { after: number; to: number }[]

/**
 * Puts what the feed says of each device into the temporary table feed_line, which lasts as long as the transaction;
 * nothing of it is ever on disk outside. Ordered by owner, so that pieces share few rows of the roll-ups.
 */
export async function stageRows(trx: Transaction<Database>, rows: readonly PlannedRow[], embedded: boolean): Promise<Ranges> {
  await sql`create temporary table feed_line (
    n int not null, device_id int not null, measured boolean not null, reported boolean, compliant boolean not null, hash_rate real, reported_at float8,
    active_worker_state boolean not null, day_state device_state not null) on commit drop`.execute(trx)
  const ordered = [...rows].sort(
    (left, right) => (left.after.clientId ?? 0) - (right.after.clientId ?? 0) || (left.after.accountId ?? 0) - (right.after.accountId ?? 0),
  )
  const size = embedded ? embeddedChunk : stagedAtOnce
  for (let from = 0; from < ordered.length; from += size) {
    const chunk = ordered.slice(from, from + size)
    await sql`
      insert into feed_line select ${from}::int + ordinal, device_id, measured, reported, compliant, hash_rate, reported_at, active_worker_state, day_state
      from unnest(${arrayText(chunk.map((row) => row.after.id))}::int[], ${arrayText(chunk.map((row) => row.measured))}::boolean[],
        ${arrayText(chunk.map((row) => row.reported))}::boolean[], ${arrayText(chunk.map((row) => row.compliant))}::boolean[],
        ${arrayText(chunk.map((row) => row.hashRate))}::real[], ${arrayText(chunk.map((row) => row.after.lastReportAt))}::float8[],
        ${arrayText(chunk.map((row) => row.after.activeWorkerState))}::boolean[], ${`{${chunk.map((row) => row.dayState).join(',')}}`}::device_state[])
        with ordinality as line(device_id, measured, reported, compliant, hash_rate, reported_at, active_worker_state, day_state, ordinal)`.execute(trx)
  }
  if (!embedded) return [{ after: 0, to: ordered.length }]
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, index) => ({ after: index * size, to: (index + 1) * size }))
}
