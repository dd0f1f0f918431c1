import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { createReports } from '#server/services/pdf/pdf-thread.ts'
import type { Viewer } from '#server/viewer.ts'
import { buildContext, testNow, viewerOf } from './context.ts'
import { useDatabase } from './database.ts'

export type Ids = Map<string, number>
/** A caller, the caller's own rows, and rows of others. */
export type Caller = { viewer: Viewer; own: Ids; foreign: Ids }

/** Provide the demonstration, and its users with rows of their own and of others. */
export function useTenantCallers() {
  const database = useDatabase({ emptied: 'file' })
  const callers = new Map<string, Caller>()
  const reports = createReports({ logger: pino({ level: 'silent' }) })
  afterAll(reports.close)

  /** Return one row of each table with a tenant; companies by a site, users by their company. */
  async function idsOf(tenant: number): Promise<Ids> {
    const found: Ids = new Map()
    const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
    intersect select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type in ('integer', 'bigint')`.execute(
      database.db,
    )
    for (const { name } of tables.rows) {
      const row = await sql<{ id: number }>`
      select t.id from ${sql.table(name)} t join company c on c.id = t.company_id where c.tenant_id = ${tenant} order by t.id limit 1`.execute(
        database.db,
      )
      if (row.rows[0]) found.set(name, Number(row.rows[0].id))
    }
    found.set('company', tenant)
    return found
  }

  /** Return one row of each table that belongs to an owner of machines, a client or one of its sub-accounts. */
  async function idsOfOwner(kind: 'client' | 'account', id: number): Promise<Ids> {
    const found: Ids = new Map([[kind, id]])
    const tables =
      kind === 'client' ? (['account', 'device', 'repair_daily'] as const) : (['device', 'repair_daily'] as const)
    for (const table of tables) {
      const ofDevice = sql.raw('join device d on d.company_id = t.company_id and d.id = t.device_id')
      const row = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t ${table === 'repair_daily' ? ofDevice : sql``}
      where ${sql.ref(`${table === 'repair_daily' ? 'd' : 't'}.${kind}_id`)} = ${id} order by t.id limit 1`.execute(
        database.db,
      )
      if (row.rows[0]) found.set(table, Number(row.rows[0].id))
    }
    return found
  }

  beforeAll(async () => {
    await loadDemo({ ...buildContext(database.db), clock: () => testNow, closedDays: 3 })
    const person = async (userName: string) =>
      viewerOf(
        database.db,
        await database.db
          .selectFrom('app_user')
          .selectAll()
          .where('user_name', '=', userName)
          .executeTakeFirstOrThrow(),
      )
    const other = async (
      table: 'client' | 'account',
      column: 'company_id' | 'client_id',
      of: number,
      not: number | null,
    ) =>
      (
        await database.db
          .selectFrom(table)
          .select('id')
          .where(sql.ref(column), '=', of)
          .where('id', '!=', not ?? 0)
          .orderBy('id')
          .executeTakeFirstOrThrow()
      ).id
    const [base, inspector, base2, customer, account] = await Promise.all(
      ['base', 'inspector', 'base2', 'client', 'account'].map(person),
    )
    if (!base || !inspector || !base2 || !customer || !account) throw new Error('the demonstration has lost its people')
    const west = await idsOf(base2.tenantId)
    for (const viewer of [base, inspector])
      callers.set(viewer.role, { viewer, own: await idsOf(viewer.tenantId), foreign: west })
    const competitor = await idsOfOwner(
      'client',
      await other('client', 'company_id', customer.tenantId, customer.clientId),
    )
    callers.set('client', {
      viewer: customer,
      own: await idsOfOwner('client', customer.clientId ?? 0),
      foreign: competitor,
    })
    // A sub-account may not even see the other sub-accounts of the same client.
    const owner = await database.db
      .selectFrom('account')
      .select('client_id')
      .where('id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    const sister = await idsOfOwner('account', await other('account', 'client_id', owner.client_id, account.accountId))
    callers.set('account', {
      viewer: account,
      own: await idsOfOwner('account', account.accountId ?? 0),
      foreign: new Map([...competitor, ...sister]),
    })
  }, 120_000)
  return { database, reports, callers }
}
