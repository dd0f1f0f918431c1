import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const key = 'company_id, site_id, kind'
const dayKey = 'company_id, type, repair_date'

/** The counted rows: table, condition, company and site. */
const counted = [
  { kind: 'report', table: 'report', when: 'true', company: 'company_id', site: 'site_id' },
  { kind: 'certificate', table: 'report', when: 'status = 2', company: 'company_id', site: 'site_id' },
  { kind: 'trace', table: 'trace', when: 'true', company: 'company_id', site: 'site_id' },
  { kind: 'user', table: 'app_user', when: 'deleted_at is null', company: 'home_company_id', site: 'null::int' },
]
const tables = [...new Set(counted.map(({ table }) => table))]

/** Return the counts of one table by place and kind, for the rows `rows` with `sign`. */
const countsOf = (table: string, rows: string, sign: string) =>
  counted
    .filter((one) => one.table === table)
    .map(
      ({ kind, when, company, site }) =>
        `select ${company} as company_id, coalesce(${site}, 0) as site_id, '${kind}' as kind, ${sign}count(*)::int as records from ${rows} where ${when} group by 1, 2`,
    )
    .join(' union all ')
const daysOf = (rows: string, sign: string) =>
  `select ${dayKey}, ${sign}count(*)::int as records from ${rows} where voided_at is null group by ${dayKey}`

/**
 * Old and new rows are grouped separately, and the few groups are added up; in the order of the key, so that two
 * writers wait for each other instead of deadlocking.
 */
const upsert = (table: string, columns: string, changes: string) => `insert into ${table}(${columns}, records)
  select ${columns}, sum(records) from (${changes}) changed group by ${columns} having sum(records) <> 0 order by ${columns}
  on conflict (${columns}) do update set records = ${table}.records + excluded.records`

const triggersOn = (table: string, keptIn: string, columns: string, of: (rows: string, sign: string) => string) => {
  const events = {
    insert: { tables: 'new table as new_rows', changes: of('new_rows', '') },
    update: {
      tables: 'old table as old_rows new table as new_rows',
      changes: `${of('new_rows', '')} union all ${of('old_rows', '-')}`,
    },
    delete: { tables: 'old table as old_rows', changes: of('old_rows', '-') },
  }
  return Object.entries(events).flatMap(([event, given]) => {
    const name = `${table}_count_${event}`
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin ${upsert(keptIn, columns, given.changes)}; return null; end $$`,
      `create trigger ${name} after ${event} on ${table} referencing ${given.tables} for each statement execute function ${name}()`,
    ]
  })
}

/**
 * Count the reports, certificates, traces and people of each company and site, and the machines sent and returned on
 * each day, in the transaction of the change: key figures and charts counted them row by row (1,000,000 rows at
 * 1,000,000 machines).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    `create table record_count (company_id int not null, site_id int not null, kind text not null, records int not null, primary key (${key}))
      with (fillfactor = 50)`,
    ...tables.flatMap((table) => [
      upsert('record_count', key, countsOf(table, table, '')),
      ...triggersOn(table, 'record_count', key, (rows, sign) => countsOf(table, rows, sign)),
    ]),
    `create table repair_count (company_id int not null, type text not null, repair_date date not null, records int not null, primary key (${dayKey}))
      with (fillfactor = 80)`,
    upsert('repair_count', dayKey, daysOf('repair_daily', '')),
    ...triggersOn('repair_daily', 'repair_count', dayKey, daysOf),
  ])
}
