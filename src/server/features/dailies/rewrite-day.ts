import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day } from '#shared/dates.ts'

/** Gives today's rows of these devices the state that the devices have now. Everything else of the day stays. */
export async function rewriteStates(trx: Transaction<Database>, day: Day, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update device_daily r set state = d.state from device d
    where d.id = any(${[...deviceIds]}::int[]) and r.company_id = d.company_id and r.business_date = ${day}::date and r.device_id = d.id and r.state <> d.state`.execute(
    trx,
  )
}
