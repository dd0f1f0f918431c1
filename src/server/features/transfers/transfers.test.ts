import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { lockClasses } from '#server/db/advisory-locks.ts'
import { addDays } from '#shared/dates.ts'
import { findContradictions } from '#tests/support/agreement.ts'
import { useDatabase } from '#tests/support/database.ts'
import { useTransferOutcomes } from '#tests/support/transfer-outcomes.ts'
import { callerIn, transferTown } from '#tests/support/transfers.ts'
import { feedTables } from '#tests/support/undo.ts'

const database = useDatabase()
const { daysOf, refusalOf } = useTransferOutcomes(database)

test('Preview the changed days and rates, gains and losses, and write nothing', async () => {
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
  expect(answer).toMatchObject({
    batchId: null,
    dryRun: true,
    selected: 4,
    moved: 4,
    unchanged: 0,
    left: 0,
    machineDays: 40,
    refused: [],
    obstacle: null,
  })
  expect(answer.days).toHaveLength(10)
  expect(answer.groups).toEqual([
    {
      from: {
        company: town.base.name,
        site: town.sites[0].name,
        client: town.clients[0].name,
        account: town.accounts[0].name,
      },
      to: { company: town.base.name, site: town.sites[0].name, client: town.clients[1].name, account: null },
      count: 4,
    },
  ])
  const share = (kind: string, id: number) => answer.shares.find((one) => one.kind === kind && one.id === id)
  // 10 machines × 10 days, two of the ten were offline yesterday: 98 of 100; without the four machines, of which none
  // was, 58 of 60.
  expect(share('client', town.clients[0].id)).toMatchObject({
    machines: -4,
    machineDays: -40,
    rates: { online: { before: 98, after: 96.66 } },
  })
  expect(share('client', town.clients[1].id)).toMatchObject({
    machines: 4,
    machineDays: 40,
    rates: { online: { before: null, after: 100 } },
  })
  expect(share('account', town.accounts[0].id)).toMatchObject({ machines: -4, machineDays: -40 })
  expect(answer.shares.map(({ kind }) => kind).sort()).toEqual(['account', 'client', 'client'])
  expect(answer.statements).toEqual([
    { clientId: town.clients[0].id, client: town.clients[0].name, month: '2026-11', machineDays: -40, issuedAt: null },
    { clientId: town.clients[1].id, client: town.clients[1].name, month: '2026-11', machineDays: 40, issuedAt: null },
  ])
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
})

test('Change the owner of days from the first one on, keep earlier days, and keep all figures equal', async () => {
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

test('Refuse an invalid transfer as a whole, in one sentence, and change nothing', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const [first = 0, second = 0] = town.ids
  const stranger = await transferTown(database.db, { count: 1 })
  const before = await feedTables(database.db, town.base.id)
  const request = { selection: { ids: [first, second] }, to: { clientId: town.clients[1].id }, reason: 'contract' }
  const asked = (change: object) => refusalOf(call.transfers.save({ ...request, ...change }))
  expect((await asked({ date: addDays(town.today, 1) })).message).toContain(`cannot be after today (${town.today})`)
  expect((await asked({ date: addDays(town.today, -61) })).message).toContain(
    `${addDays(town.today, -60)} at the earliest`,
  )
  expect((await asked({ reason: ' ' })).code).toBe('VALIDATION')
  expect(await asked({ to: { clientId: town.clients[0].id } })).toEqual({
    code: 'TRANSFER_REFUSED',
    message: 'Nothing was changed: the devices have belonged there since that day',
  })
  expect(await asked({ selection: { ids: [first, stranger.ids[0]] } })).toEqual({
    code: 'TRANSFER_REFUSED',
    message: 'Nothing was changed: 1 device unknown, or not yours to move',
  })
  expect((await asked({ selection: { serials: [town.serials[0], 'NOSUCH1'] } })).message).toContain(
    'not yours to move: NOSUCH1',
  )
  expect((await asked({ to: { clientId: stranger.clients[0].id } })).code).toBe('NOT_FOUND')
  expect((await asked({ to: { siteId: stranger.sites[0].id } })).code).toBe('NOT_FOUND')
  expect((await asked({ to: { clientId: town.clients[1].id, accountId: town.accounts[0].id } })).message).toContain(
    'belongs to another client',
  )
  expect((await asked({ to: {} })).message).toContain('name a client, a sub-account or a site')
  expect(
    (await asked({ selection: { ids: Array.from({ length: 100_000 }, (_, index) => index + 1) } })).message,
  ).toContain('at most 20,000 devices at a time')
  expect((await asked({ selection: { filters: { siteId: town.sites[0].id }, expected: 9 } })).code).toBe(
    'COUNT_CHANGED',
  )
  expect(await feedTables(database.db, town.base.id)).toEqual(before)
  await call.devices.scrap({ id: second, reason: 'burnt' })
  expect((await asked({})).message).toContain(`scrapped, and cannot be transferred: ${town.serials[1]}`)
  expect(await call.transfers.save({ ...request, leaveScrapped: true })).toMatchObject({
    moved: 1,
    left: 1,
    selected: 2,
  })
  expect((await refusalOf(callerIn(database, town, town.clientViewer).transfers.save(request))).code).toBe('FORBIDDEN')
})

test('Run only one of two concurrent transfers or feeds; the other waits or changes nothing', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const transfer = () =>
    refusalOf(
      call.transfers.save({
        selection: { ids: town.ids },
        to: { clientId: town.clients[1].id },
        date: addDays(town.today, -3),
        reason: 'contract',
      }),
    )
  const codes = (await Promise.all([transfer(), transfer()])).map(({ code }) => code).sort()
  expect(codes[0]).toBe('')
  expect(['FEED_RUNNING', 'TRANSFER_REFUSED']).toContain(codes[1])
  const { rows } = await sql<{
    events: number
  }>`select count(*)::int as events from device_event where cause = 'transfer' and device_id = any(${town.ids}::int[])`.execute(
    database.db,
  )
  expect(rows[0]?.events).toBe(town.ids.length)
  if (database.url !== null) {
    const feed = new pg.Client({ connectionString: database.url })
    await feed.connect()
    // The lock that a feed of the base holds.
    await feed.query('select pg_advisory_lock($1, $2)', [lockClasses.feed, town.base.id])
    const meanwhile = await refusalOf(
      call.transfers.save({ selection: { ids: town.ids }, to: { clientId: town.clients[0].id }, reason: 'x' }),
    )
    await feed.end()
    expect(meanwhile.code).toBe('FEED_RUNNING')
  }
})

test('Record another owner in a feed as a transfer of its day, in preview, events and undo', async () => {
  const town = await transferTown(database.db)
  const call = callerIn(database, town)
  const line = {
    serial: town.serials[0] ?? '',
    client: town.clients[1].name,
    activeWorker: 'w9',
    hashRate: 30,
    activeWorkerState: 'yes',
  }
  const group = {
    from: { client: town.clients[0].name, account: town.accounts[0].name },
    to: { client: town.clients[1].name, account: null },
    count: 1,
  }
  expect(await call.feeds.update({ devices: [line], dryRun: true })).toMatchObject({ transfers: [group] })
  const { batchId } = await call.feeds.update({ devices: [line] })
  const { data } = await call.devices.timeline({ id: town.ids[0] ?? 0 })
  expect(data.slice(0, 2)).toMatchObject([
    { cause: 'workerChange', changed: { from: 'w1', to: 'w9' }, batchId },
    { cause: 'transfer', transfer: { date: town.today, from: group.from, to: group.to }, batchId },
  ])
  expect(await call.transfers.machines({ batchId: batchId ?? 0 })).toMatchObject({
    totalCount: 1,
    data: [{ serial: line.serial, date: town.today, undone: false }],
  })
  await call.feeds.undo({ id: batchId ?? 0 })
  expect((await call.devices.timeline({ id: town.ids[0] ?? 0 })).data[0]).toMatchObject({
    cause: 'undo',
    changed: { from: 'w9', to: 'w1' },
  })
  expect(await call.transfers.machines({ batchId: batchId ?? 0 })).toMatchObject({ data: [{ undone: true }] })
  expect(await findContradictions(database.pool)).toEqual([])
})

test('Hide other clients in the history of a machine from its new client', async () => {
  const town = await transferTown(database.db)
  const machine = { selection: { ids: town.ids.slice(0, 1) }, reason: 'secret reason' }
  const call = callerIn(database, town)
  await call.transfers.save({ ...machine, to: { clientId: town.clients[1].id } })
  await call.transfers.save({ ...machine, to: { clientId: town.clients[0].id }, date: addDays(town.today, -2) })
  const seen = await callerIn(database, town, town.clientViewer).devices.timeline({ id: town.ids[0] ?? 0 })
  expect(JSON.stringify(seen)).not.toContain(town.clients[1].name)
  expect(JSON.stringify(seen)).not.toContain('secret reason')
  expect(seen.data[0]).toMatchObject({
    cause: 'transfer',
    batchId: null,
    transfer: { from: { client: 'another client' }, to: { client: town.clients[0].name } },
  })
})
