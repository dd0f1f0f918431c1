import { type RawBuilder, sql } from 'kysely'
import { booleans, integers, reals } from '#server/db/binary-array.ts'
import { inTurns } from '#server/giving-way.ts'
import { deviceStates } from '#shared/devices.ts'
import type { BeforeKeeping } from './keep-before.ts'
import type { PlannedRow } from './plan-line.ts'
import { idRange, piecesOf } from './statement-pieces.ts'

/** The day's values of a piece. `owners`: the clients that its devices had before the feed, `source`: the table `s`. */
export type DayList = {
  rows: number
  tenants: ReadonlySet<number>
  range: ReturnType<typeof idRange>
  owners: ReturnType<typeof idRange>
  source: RawBuilder<unknown>
}

const states = sql`${`{${deviceStates.join(',')}}`}::device_state[]`

type DayColumns = {
  companies: number[]
  ids: number[]
  /** Clients before the feed, 0 = none. */
  clients: number[]
  reported: (boolean | null)[]
  ever: (boolean | null)[]
  hashRates: (number | null)[]
  compliant: boolean[]
  /** Indexes in `deviceStates`, from 1. */
  states: number[]
}

/**
 * Return the day's values of a piece as lists, reading each row once: rows ordered by owner are scattered in memory, and
 * reading them again for each list took five times as long. The turns also send the rest of a statement, which the
 * database executes meanwhile.
 */
async function columnsOf(piece: readonly PlannedRow[], restated: boolean): Promise<DayColumns> {
  const columns: DayColumns = {
    companies: [],
    ids: [],
    clients: [],
    reported: [],
    ever: [],
    hashRates: [],
    compliant: [],
    states: [],
  }
  await inTurns(piece, ({ before, after, reported, ever, hashRate, compliant, dayState }) => {
    columns.companies.push(after.companyId)
    columns.ids.push(after.id)
    columns.clients.push(before.clientId ?? 0)
    columns.reported.push(reported)
    columns.ever.push(restated ? reported : ever)
    columns.hashRates.push(hashRate)
    columns.compliant.push(compliant)
    columns.states.push(deviceStates.indexOf(dayState) + 1)
  })
  return columns
}

/**
 * Return the day's values of each device, as one table per statement. Each statement is planned anew, because a cached
 * plan does not know the lengths of the lists. States are sent as indexes: as texts, the database would look each of
 * them up. Today, `ever` is true if the live device has a report: the report of a machine in custody counts only after
 * a user's decision.
 */
export function dayLists(
  parts: readonly (readonly PlannedRow[])[],
  { embedded, restated }: Pick<BeforeKeeping, 'embedded' | 'restated'>,
): AsyncIterable<DayList> {
  const pieces = parts.flatMap((rows) => piecesOf(rows, embedded))
  const listOf = async (piece: readonly PlannedRow[]): Promise<DayList> => {
    const columns = await columnsOf(piece, restated)
    return {
      rows: piece.length,
      tenants: new Set(columns.companies),
      range: idRange(columns.ids),
      owners: idRange(columns.clients),
      source: sql`(select company_id, device_id, reported, ever, hash_rate, compliant, (${states})[place] as day_state from
    unnest(${integers(columns.companies)}::int[], ${integers(columns.ids)}::int[], ${booleans(columns.reported)}::boolean[], ${booleans(columns.ever)}::boolean[],
      ${reals(columns.hashRates)}::real[], ${booleans(columns.compliant)}::boolean[],
      ${integers(columns.states)}::int[]) as dated(company_id, device_id, reported, ever, hash_rate, compliant, place)) s`,
    }
  }
  return {
    // Create each list when it is needed: all lists of a million machines take 50 MB.
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) yield listOf(piece)
    },
  }
}
