import { expect, test } from 'vitest'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildAccount } from '#tests/support/factories.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()
const now = new Date('2026-12-03T04:00:00Z')
const reports = { print: async () => Buffer.from('%PDF'), close: async () => undefined }

test('Protect an issued statement of a sub-account, but not of its client, from internal moves', async () => {
  const town = await transferTown(database.db, { count: 4, days: 20, now })
  const call = callerIn(database, town)
  const [client] = town.clients
  const sister = await buildAccount(database.db, { client_id: client.id })
  const printed = async (viewer: typeof town.baseManager) => {
    for await (const _ of await buildCaller(database.db, { viewer, now, services: { reports } }).clients.statement({
      id: client.id,
      month: '2026-11',
    }));
  }
  await printed(town.baseManager)
  const move = (index: number, accountId: number) => ({
    selection: { ids: [town.ids[index] ?? 0] },
    to: { accountId },
    date: '2026-11-20',
    reason: 'contract',
  })
  const rehearsed = await call.transfers.save({ ...move(0, sister.id), dryRun: true })
  expect(rehearsed).toMatchObject({ moved: 1, refused: [], statements: [], obstacle: null })
  const { batchId } = await call.transfers.save(move(0, sister.id))
  expect(await call.feeds.undo({ id: batchId ?? 0 })).toMatchObject({ undone: 1 })
  // Moves to another client are still refused.
  await expect(call.transfers.save({ ...move(1, 0), to: { clientId: town.clients[1].id } })).rejects.toThrow(
    `issued (${client.name} 2026-11`,
  )

  await printed(
    await buildViewer(database.db, { company_id: town.base.id, nick_name: '子账号', account_id: sister.id }),
  )
  const refused = await call.transfers.save({ ...move(2, sister.id), dryRun: true })
  expect(refused.refused).toMatchObject([{ reason: 'issued', count: 1 }])
  expect(refused.obstacle).toContain(`${client.name} / ${sister.name} 2026-11`)
  expect(refused.statements).toEqual([
    {
      clientId: client.id,
      client: `${client.name} / ${sister.name}`,
      month: '2026-11',
      machineDays: 0,
      issuedAt: now.toISOString(),
    },
  ])
  await expect(call.transfers.save(move(2, sister.id))).rejects.toThrow('issued')
  expect(await call.transfers.save({ ...move(2, sister.id), date: '2026-12-01' })).toMatchObject({ moved: 1 })
})

test('Keep the month of a statement that was handed out closed, although another print of it failed', async () => {
  const town = await transferTown(database.db, { count: 2, days: 20, now })
  const [client] = town.clients
  const printed = async (print: () => Promise<Buffer>) => {
    const services = { reports: { ...reports, print } }
    const caller = buildCaller(database.db, { viewer: town.baseManager, now, services })
    for await (const _ of await caller.clients.statement({ id: client.id, month: '2026-11' }));
  }
  const issues = () => database.db.selectFrom('statement_issue').select(['client_id', 'account_id']).execute()
  const fail = async (): Promise<Buffer> => {
    throw new Error('no paper')
  }
  await expect(printed(fail)).rejects.toThrow()
  expect(await issues()).toEqual([])
  // The second print begins and ends while the first one, which recorded the issue, is still printing.
  const first = printed(async () => {
    await printed(reports.print)
    return fail()
  })
  await expect(first).rejects.toThrow()
  expect(await issues()).toEqual([{ client_id: client.id, account_id: 0 }])
})
