import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()

/** The machine-days of a client by day. */
async function daysOf(clientId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ day: string; total: number }>`select business_date::text as day, sum(total)::int as total from daily_scope
    where kind = 'client' and scope_id = ${clientId} group by 1 order by 1`.execute(database.db)
  return Object.fromEntries(rows.map(({ day, total }) => [day, total]))
}

test('a rehearsal tells which days and rates change, who gains and who loses, and writes nothing', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const before = await feedTables(database.db, town.base.id)
  const request = {
    selection: { ids: town.ids.slice(0, 4) },
    to: { clientId: town.clients[1].id },
    date: addDays(town.today, -9),
    reason: 'contract',
    dryRun: true,
  }
  const answer = await call.transfers.save(request)
  expect(answer).toMatchObject({ batchId: null, dryRun: true, selected: 4, moved: 4, unchanged: 0, left: 0, machineDays: 40, refused: [], obstacle: null })
  expect(answer.days).toHaveLength(10)
  expect(answer.groups).toEqual([
    {
      from: { company: town.base.name, site: town.sites[0].name, client: town.clients[0].name, account: town.accounts[0].name },
      to: { company: town.base.name, site: town.sites[0].name, client: town.clients[1].name, account: null },
      count: 4,
    },
  ])
  const share = (kind: string, id: number) => answer.shares.find((one) => one.kind === kind && one.id === id)
  // 10 machines × 10 days, two of the ten were offline yesterday: 98 of 100; without the four machines, of which none was, 58 of 60.
  expect(share('client', town.clients[0].id)).toMatchObject({ machines: -4, machineDays: -40, rates: { online: { before: 98, after: 96.66 } } })
  expect(share('client', town.clients[1].id)).toMatchObject({ machines: 4, machineDays: 40, rates: { online: { before: null, after: 100 } } })
  expect(share('account', town.accounts[0].id)).toMatchObject({ machines: -4, machineDays: -40 })
  expect(answer.shares.map(({ kind }) => kind).sort()).toEqual(['account', 'client', 'client'])
  expect(answer.statements).toEqual([
    { clientId: town.clients[0].id, client: town.clients[0].name, month: '2026-11', machineDays: -40, issuedAt: null },
    { clientId: town.clients[1].id, client: town.clients[1].name, month: '2026-11', machineDays: 40, issuedAt: null },
  ])
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
})

test('days from the first one on belong to the new owner, days before stay, and everything agrees', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const date = addDays(town.today, -9)
  const old = await daysOf(town.clients[0].id)
  const to = { accountId: town.accounts[1].id, siteId: town.sites[1].id }
  const answer = await call.transfers.save({
    selection: { serials: town.serials.slice(0, 5).map((serial) => serial.toLowerCase()) },
    to,
    date,
    reason: 'contract',
  })
  expect(answer).toMatchObject({ moved: 5, machineDays: 50, dryRun: false })
  const [left, gained] = [await daysOf(town.clients[0].id), await daysOf(town.clients[1].id)]
  for (const [day, total] of Object.entries(old)) {
    expect(left[day]).toBe(day < date ? total : total - 5)
    expect(gained[day] ?? 0).toBe(day < date ? 0 : 5)
  }
  expect(await findContradictions(database.pool)).toEqual([])
  const page = await call.transfers.machines({ batchId: answer.batchId ?? 0 })
  expect(page.totalCount).toBe(5)
  expect(page.data[0]).toMatchObject({
    serial: town.serials[0],
    date,
    from: { client: town.clients[0].name },
    to: { client: town.clients[1].name, site: town.sites[1].name },
  })
})
