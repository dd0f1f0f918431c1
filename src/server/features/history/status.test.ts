import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isSpread } from '#server/db/citus/sharded-tables.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice } from '#tests/support/factories.ts'

const database = useDatabase()
const managerHere = async () =>
  buildCaller(database.db, { viewer: { ...(await buildViewer(database.db)), actor: 'cli' } })

/** Insert rows into the audit log without analysing it. */
const insertAudit = (rows: number) =>
  sql`insert into audit_log (at, actor, action, target_kind, result)
    select now(), 'x', 'users.login', 'user', 'ok' from generate_series(1, ${rows}::int)`.execute(database.db)

test('Count the rows of a table that was never analysed, and mark the estimate of a large one', async () => {
  const caller = await managerHere()
  const auditRows = async () => {
    const { tables } = await caller.history.status()
    return tables.find(({ table }) => table === 'audit_log')
  }
  await insertAudit(300)
  expect(await auditRows()).toMatchObject({ rows: 300, isEstimate: false })
  await insertAudit(24_700)
  const many = await auditRows()
  expect(many?.isEstimate).toBe(true)
  expect(Math.abs((many?.rows ?? 0) - 25_000)).toBeLessThan(2_500)
})

test('Add up the sizes of all nodes that hold a month, and say that no month is moved there', async () => {
  const caller = await managerHere()
  await buildDaily(database.db, await buildDevice(database.db), '2026-03-15')
  const spread = await isSpread(database.db)
  const status = await caller.history.status()
  expect(status.isDistributed).toBe(spread)
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('device_daily_2026_03')::float8 as bytes`.execute(database.db)
  const here = rows[0]?.bytes ?? 0
  const bytes = status.months.find(({ month }) => month === '2026-03')?.bytes ?? 0
  if (spread) expect(bytes).toBeGreaterThan(here)
  else expect(bytes).toBe(here)
})

test('Refuse an unknown month by its name, and every month on several nodes for this reason', async () => {
  const caller = await managerHere()
  const refusal = (await isSpread(database.db))
    ? { code: 'MONTH_OPEN', details: { word: 'error.historyOnNodes' } }
    : { code: 'NOT_FOUND', details: { word: 'error.monthWithoutDays' } }
  const refused = async (moving: Promise<AsyncIterable<unknown>>) =>
    expect(
      (async () => {
        for await (const _ of await moving);
      })(),
    ).rejects.toMatchObject(refusal)
  await refused(caller.history.archive({ month: '2031-01' }))
  await refused(caller.history.restore({ month: '2031-01' }))
})
