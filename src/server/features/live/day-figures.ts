import { type RawBuilder, sql, type Transaction } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { unnamedMark } from '#server/db/named-statements.ts'
import type { Database } from '#server/db/tables.ts'
import { byMachineType } from '#server/features/devices/hash-rules.ts'
import { byHash } from '#server/features/feeds/planner-settings.ts'
import type { Day } from '#shared/dates.ts'
import type { HashRules } from '#shared/machine-types.ts'

/** Return the lowest compliant hash rate (TH/s) for the type in `column`, as SQL. */
export const leastHashRate = (column: string, { share, targets }: HashRules): RawBuilder<number> =>
  byMachineType(
    column,
    Object.fromEntries(Object.entries(targets).map(([type, target]) => [type, (share[type] ?? 1) * target])),
    'float8',
  )

/**
 * Rewrite the daily mean of machines of a tenant from their hours, for those that have reported and are on. Times
 * without a report are ignored; a report without a hash rate counts as 0.
 */
export async function writeDayFigures(
  trx: Transaction<Database>,
  companyId: number,
  { day, timeZone, rules }: { day: Day; timeZone: string; rules: HashRules },
  deviceIds: readonly number[],
): Promise<void> {
  const update = sql`${sql.raw(unnamedMark)}
    update device_daily r set hash_avg = m.mean, compliant = m.mean::float8 >= ${leastHashRate('r.type', rules)}
    from (
      select h.device_id, avg(v.figure)::real as mean from device_hour h cross join lateral unnest(h.hash) as v(figure)
      where h.company_id = ${companyId} and h.device_id = any(${integers(deviceIds)}::int[])
        and h.hour >= (${day}::date)::timestamp at time zone ${timeZone} and h.hour < (${day}::date + 1)::timestamp at time zone ${timeZone}
      group by h.device_id having count(v.figure) > 0) m
    where r.company_id = ${companyId} and r.business_date = ${day}::date and r.device_id = m.device_id and r.reported and r.state <= 'warn'
      and r.hash_avg is distinct from m.mean`
  await byHash(trx, () => update.execute(trx))
}
