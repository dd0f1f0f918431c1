import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { callerIn, type TransferTown, transferTown } from '#tests/support/transfers.ts'

const database = useDatabase()

/** Return the readers of repairs in a town: its base, both clients, and a sub-account of each. */
async function readersIn(town: TransferTown) {
  const reader = async (more: object) =>
    callerIn(database, town, await buildViewer(database.db, { company_id: town.base.id, ...more }))
  const [first, second] = town.clients
  return {
    base: callerIn(database, town),
    first: await reader({ nick_name: '客户', client_id: first.id }),
    second: await reader({ nick_name: '客户', client_id: second.id }),
    firstAccount: await reader({ nick_name: '子账号', account_id: town.accounts[0].id }),
    secondAccount: await reader({ nick_name: '子账号', account_id: town.accounts[1].id }),
  }
}

test('Move an open repair with its machine to the new owner, who reads no name of the former one', async () => {
  const town = await transferTown(database.db, { count: 4, days: 3 })
  const { base, first, second, secondAccount } = await readersIn(town)
  const [out = '', back = '', stays = ''] = town.serials
  await base.repairs.save({ type: '送修', serials: `${out} ${back} ${stays}`, notes: 'fan', repairDateStr: town.today })
  await base.repairs.save({ type: '送回', deviceSerial: back, outcome: 'fixed', repairDateStr: town.today })
  await base.transfers.save({
    selection: { serials: [out, back] },
    to: { accountId: town.accounts[1].id },
    reason: 'contract',
  })
  const list = async (caller: typeof base, request: object) =>
    (await caller.repairs.find({ orderColumn: 'id', orderWay: 'asc', ...request })).data
  const serials = async (caller: typeof base, request: object) =>
    (await list(caller, request)).map(({ deviceSerial }) => deviceSerial)
  expect(await serials(first, { worklist: 'out' })).toEqual([stays])
  for (const caller of [second, secondAccount]) {
    expect(await serials(caller, { worklist: 'out' })).toEqual([out])
    expect(await serials(caller, { worklist: 'waiting', waitingDays: 0 })).toEqual([back])
    expect(await caller.repairs.worklists({ waitingDays: 0 })).toEqual({ out: 1, waiting: 1, repeat: 0 })
    // History stays with the owner at that time.
    expect(await list(caller, {})).toEqual([])
    const seen = [
      await list(caller, { worklist: 'out' }),
      await list(caller, { deviceId: town.ids[0] }),
      await list(caller, { deviceId: town.ids[1] }),
    ]
    expect(seen.map(({ length }) => length)).toEqual([1, 1, 1])
    expect(seen[0]).toMatchObject([
      { client: 'another client', site: null, clientNow: town.clients[1].name, notes: 'fan' },
    ])
    for (const hidden of [town.clients[0].name, town.accounts[0].name])
      expect(JSON.stringify(seen)).not.toContain(hidden)
    expect(await caller.repairs.photos({ id: seen[0]?.[0]?.id ?? 0 })).toEqual([])
  }
  expect((await serials(first, {})).toSorted()).toEqual([out, back, back, stays].toSorted())
  expect(await list(base, { worklist: 'out', clientId: town.clients[1].id })).toMatchObject([
    { deviceSerial: out, client: town.clients[0].name, clientNow: town.clients[1].name },
  ])
  await expect(first.repairs.photos({ id: (await list(second, { worklist: 'out' }))[0]?.id ?? 0 })).resolves.toEqual([])
  await expect(
    secondAccount.repairs.photos({ id: (await list(first, { worklist: 'out' }))[0]?.id ?? 0 }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const act = fc.record({ kind: fc.constantFrom('out', 'back', 'move', 'move'), which: fc.nat(5), to: fc.nat(4) })

/** Both returns have the same time. */
const returnedTwice = (['out', 'back', 'out', 'back'] as const).map((kind) => ({ kind, which: 0, to: 0 }))

test('Count the same in worklists and cards for each reader and filter, after any acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 12 }), async (acts) => {
      const town = await transferTown(database.db, { count: 6, days: 2 })
      const readers = await readersIn(town)
      const targets = [
        ...town.accounts.map(({ id }) => ({ accountId: id })),
        ...town.sites.map(({ id }) => ({ siteId: id })),
        { clientId: 0 },
      ]
      for (const { kind, which, to } of acts) {
        const serial = town.serials[which] ?? ''
        const saved = { deviceSerial: serial, notes: 'fan', repairDateStr: town.today }
        const done =
          kind === 'move'
            ? readers.base.transfers.save({
                selection: { serials: [serial] },
                to: targets[to] ?? {},
                reason: 'contract',
              })
            : readers.base.repairs.save(
                kind === 'out' ? { type: '送修', ...saved } : { type: '送回', outcome: 'fixed', ...saved },
              )
        // An invalid act is refused, and changes nothing.
        await done.catch(() => undefined)
      }
      const filters = [
        {},
        ...town.clients.map(({ id }) => ({ clientId: id })),
        ...town.sites.map(({ id }) => ({ siteId: id })),
      ]
      for (const [name, reader] of Object.entries(readers)) {
        for (const filter of filters) {
          const count = async (state: 'repairing' | 'repaired') =>
            (await reader.devices.find({ ...filter, state, size: 1 })).totalCount
          // A client may not filter by another client.
          const cards = await Promise.all([count('repairing'), count('repaired')]).catch(() => null)
          if (!cards) continue
          const { out, waiting } = await reader.repairs.worklists({ ...filter, waitingDays: 0 })
          expect([name, filter, out, waiting]).toEqual([name, filter, ...cards])
        }
      }
    }),
    { numRuns: runsOfEngine(8), examples: [[returnedTwice]] },
  )
}, 120_000)
