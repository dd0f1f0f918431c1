import { expect, test } from 'vitest'
import { readStatement } from '#server/features/clients/statement/statement.ts'
import { buildCaller, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()
const now = new Date('2026-12-03T04:00:00Z')
const reports = { print: async () => Buffer.from('%PDF'), close: async () => undefined }

test('Name the issued statements that a feed of their month changes, until it is undone', async () => {
  const town = await transferTown(database.db, { count: 6, days: 20, now })
  const call = callerIn(database, town)
  const [client, other] = town.clients
  const feed = (hashRate: number, more: object = {}) =>
    call.feeds.update({
      businessDate: '2026-11-25',
      devices: town.serials.slice(0, 2).map((serial) => ({ serial, hashRate, activeWorkerState: true })),
      ...more,
    })
  expect((await feed(29, { dryRun: true })).issued).toBeUndefined()
  const printer = buildCaller(database.db, { viewer: town.baseManager, now, services: { reports } })
  for (const { id } of [client, other])
    for await (const _ of await printer.clients.statement({ id, month: '2026-11' }));
  const later = callerIn(database, { ...town, now: new Date(now.getTime() + 3_600_000) })
  const request = {
    businessDate: '2026-11-25',
    devices: town.serials.slice(0, 2).map((serial) => ({ serial, hashRate: 29, activeWorkerState: true })),
  }
  // A report that equals the daily row changes no statement.
  const unchanged = await later.feeds.update({
    ...request,
    devices: [{ serial: town.serials[0], hashRate: 30, activeWorkerState: true }],
    dryRun: true,
  })
  expect(unchanged.issued).toBeUndefined()
  const issued = [
    { clientId: client.id, client: client.name, month: '2026-11', issuedAt: now.toISOString(), machines: 2 },
  ]
  expect((await later.feeds.update({ ...request, dryRun: true })).issued).toEqual(issued)
  const scope = await buildContext(database.db, { viewer: town.baseManager }).services.places.scopeOf(
    town.baseManager,
    'company',
  )
  const ctx = {
    ...buildContext(database.db, { viewer: town.baseManager, now }),
    viewer: town.baseManager,
    reach: 'company' as const,
    scope,
  }
  const changed = async (id: number) =>
    (await readStatement(ctx, { id, month: '2026-11', basis: 'inService' })).changedSinceIssue
  expect(await changed(client.id)).toBeNull()
  const written = await later.feeds.update(request)
  expect(written.issued).toEqual(issued)
  expect((await later.feeds.batch({ id: written.batchId ?? 0 })).result.issued).toEqual(issued)
  expect(await changed(client.id)).toEqual({ issuedAt: '2026-12-03 12:00:00', days: ['2026-11-25'] })
  expect(await changed(other.id)).toBeNull()
  await later.feeds.undo({ id: written.batchId ?? 0 })
  expect(await changed(client.id)).toBeNull()
})
