import { mostShownIn } from '#server/services/listed-devices.ts'
import type { Connection } from './connection.ts'
import type { PlanFacts } from './plan-facts.ts'

const mostSerials = 1_000

/** A row each of the largest tenant, by table, and the ids of the worst mutations. */
export type ChangeFacts = {
  rows: ReadonlyMap<string, number>
  /** Serials of normal machines of one site. */
  serials: readonly string[]
  deviceIds: readonly number[]
  /** As many serials as one list may have. */
  listSerials: readonly string[]
  /** Machines in trouble, which users attend to. */
  troubledIds: readonly number[]
  /** Serials of the small tenant. */
  smallSerials: readonly string[]
}

export async function readChangeFacts(connection: Connection, facts: PlanFacts): Promise<ChangeFacts> {
  const rowsOf = async <Row>(text: string) => ((await connection.query(text)) as { rows: Row[] }).rows
  const tables = await rowsOf<{ name: string }>(`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id' and table_name not like 'device_daily%'
    intersect select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type in ('integer', 'bigint')`)
  const rows = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await rowsOf<{ id: number }>(
      `select id::int as id from ${name} where company_id = ${facts.tenant} order by id desc offset 5 limit 1`,
    )
    if (row) rows.set(name, row.id)
  }
  const own = await rowsOf<{ id: number; serial: string }>(
    `select id, serial from device where company_id = ${facts.tenant} and site_id = ${facts.site} and state = 'normal' order by id limit ${mostSerials}`,
  )
  const small = await rowsOf<{ serial: string }>(
    `select serial from device where company_id = ${facts.smallTenant} and state = 'normal' order by id limit ${mostSerials}`,
  )
  const troubled = await rowsOf<{ id: number }>(
    `select id from device where company_id = ${facts.tenant} and state in ('offline', 'warn') order by id limit ${mostSerials}`,
  )
  const [fleet] = await rowsOf<{ highest: number }>('select max(id) as highest from device')
  const listed = await rowsOf<{ serial: string }>(
    `select serial from device where company_id = ${facts.tenant} order by serial limit ${mostShownIn(fleet?.highest ?? 0)}`,
  )
  // The largest event, and the channel with the longest log.
  for (const [table, id] of [
    ['alert', facts.ids.alerts],
    ['channel', facts.ids.channels],
  ] as const)
    if (id !== undefined) rows.set(table, id)
  rows.set('company', facts.tenant)
  rows.set('client', facts.client)
  rows.set('account', facts.account)
  rows.set('device', own[0]?.id ?? facts.device)
  return {
    rows,
    serials: own.map(({ serial }) => serial),
    listSerials: listed.map(({ serial }) => serial),
    deviceIds: own.map(({ id }) => id),
    troubledIds: troubled.map(({ id }) => id),
    smallSerials: small.map(({ serial }) => serial),
  }
}
