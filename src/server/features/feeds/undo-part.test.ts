import { expect, test } from 'vitest'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { lineOf, undoNewest } from '#tests/support/feeds.ts'
import { useTwoBasesFeed } from '#tests/support/two-bases-feed.ts'

const database = useDatabase()
const { twoBases, tables, short, contradictions, refusal } = useTwoBasesFeed(database)

test('Keep machines repaired or scrapped since, say what to do, and restore the rest later', async () => {
  const town = await twoBases()
  await town.send(town.manager(0), { devices: town.known(0, 9) })
  const before = await tables(town.db)
  const weak = town.serialsOf(0, 9).map((serial) => lineOf(serial, { hashRate: 9 }))
  const applied = await town.send(town.manager(0), {
    devices: [...weak, lineOf('NEW1', { type: 'T30' }), lineOf('NEW2', { type: 'T30' })],
  })
  const { lines } = await town.manager(0).repairs.save({ type: '出库', deviceSerial: 'B0M0', notes: '风扇' })
  await town.manager(0).devices.mark({ mark: 'scrap', selection: { ids: [await town.idOf('B0M1')] }, reason: '烧毁' })
  await town.manager(0).devices.mark({ mark: 'lost', selection: { ids: [await town.idOf('NEW2')] }, reason: '不见' })

  const id = applied.batchId ?? 0
  const now = await tables(town.db)
  const rehearsed = await town.manager(0).feeds.undo({ id, dryRun: true })
  expect(await tables(town.db)).toEqual(now)
  const base = town.bases[0]
  expect(await town.manager(0).feeds.batch({ id })).toMatchObject({
    undoable: true,
    bases: [{ id: base?.id, name: base?.name }],
  })
  const undone = await town.manager(0).feeds.undo({ id })
  expect(short(rehearsed)).toEqual({
    total: 11,
    undone: 8,
    kept: 3,
    reasons: expect.arrayContaining([
      ['sentToRepair', 1],
      ['scrapped', 1],
      ['lost', 1],
    ]),
  })
  expect(short(undone)).toEqual(short(rehearsed))
  expect(undone.machines).toEqual(rehearsed.machines)
  expect(undone.machines).toMatchObject([
    { serial: 'B0M0', why: 'sentToRepair', whatToDo: expect.stringContaining('void the repair record') },
    { serial: 'B0M1', why: 'scrapped', whatToDo: 'Scrap is final; nothing to do' },
    { serial: 'NEW2', why: 'lost' },
  ])
  expect(undone.back.map(({ serial, from, to }) => [serial, from, to])).toEqual([
    ['NEW1', 'normal', null],
    ...['B0M2', 'B0M3', 'B0M4', 'B0M5', 'B0M6', 'B0M7', 'B0M8'].map((serial) => [serial, 'low', 'normal']),
  ])
  expect(undone.back).toEqual(rehearsed.back)
  expect(undone.transitions).toEqual(rehearsed.transitions)
  expect(undone).toMatchObject({ removed: 1, restored: 7, transitions: [{ from: 'low', to: 'normal', count: 7 }] })
  expect(await Promise.all(['B0M0', 'B0M1', 'B0M2', 'NEW1', 'NEW2'].map(town.stateOf))).toEqual([
    'repairing',
    'scrap',
    'normal',
    undefined,
    'lost',
  ])
  expect(await contradictions()).toEqual([])
  expect(await town.manager(0).feeds.batch({ id })).toMatchObject({
    machines: 11,
    machinesUndone: 8,
    undoneAt: null,
    obstacle: null,
  })

  expect(await refusal(town.manager(0).feeds.undo({ id }))).toMatch(
    /^None of the 3 devices of this batch can go back now: /,
  )
  await town.manager(0).repairs.void({ id: lines[0]?.recordId ?? 0, reason: '登记错误' })
  expect(short(await town.manager(0).feeds.undo({ id }))).toMatchObject({ total: 11, undone: 1, kept: 2 })
  expect(await town.stateOf('B0M0')).toBe('normal')
  expect(await town.manager(0).feeds.batch({ id })).toMatchObject({ machines: 11, machinesUndone: 9, undoneAt: null })
  expect(await contradictions()).toEqual([])
  const after = await tables(town.db)
  const rowOf = (all: Record<string, string[]>, serial: string) =>
    all.device?.find((row) => row.includes(`"${serial}"`))
  for (const serial of ['B0M0', 'B0M2', 'B0M8']) expect(rowOf(after, serial)).toBe(rowOf(before, serial))
})

test('Keep only the machines of a newer batch until that batch is undone', async () => {
  const town = await twoBases()
  await town.send(town.manager(0), { devices: town.known(0, 6) })
  const before = await tables(town.db)
  const weak = (from: number, to: number, hashRate: number) =>
    town
      .serialsOf(0, 9)
      .slice(from, to)
      .map((serial) => lineOf(serial, { hashRate }))
  const first = await town.send(town.manager(0), { devices: [...weak(0, 4, 9), lineOf('NEW', { type: 'T30' })] })
  const second = await town.send(town.manager(0), { devices: [...weak(3, 6, 0), lineOf('NEW')] })
  const undone = await town.manager(0).feeds.undo({ id: first.batchId ?? 0 })
  expect(short(undone)).toEqual({ total: 5, undone: 3, kept: 2, reasons: [['laterBatch', 2]] })
  expect(undone.machines).toMatchObject([
    {
      serial: 'B0M3',
      batchId: second.batchId,
      happened: `Batch ${second.batchId} has updated it since`,
      whatToDo: `Undo batch ${second.batchId} first, then this one`,
    },
    { serial: 'NEW', batchId: second.batchId },
  ])
  expect(await contradictions()).toEqual([])
  expect(short(await undoNewest(town.manager(0)))).toMatchObject({ undone: 4, kept: 0 })
  expect(await contradictions()).toEqual([])
  expect(short(await undoNewest(town.manager(0)))).toMatchObject({ total: 5, undone: 2, kept: 0 })
  expect(await tables(town.db)).toEqual(before)
})

test.each(['older', 'newer'] as const)(
  'Undo two batches of different machines, the %s first, and restore every table',
  async (first) => {
    const town = await twoBases()
    const other = await buildSite(town.db, { tenant: town.bases[0] })
    const [here, there] = town.sites.map(({ name }) => name)
    // A machine missing in the feed of its site goes offline, so each batch has its own site.
    const both = [...town.known(0, 2, here), ...town.known(0, 4, other.name).slice(2), ...town.known(1, 4, there)]
    await town.send(town.chief(), { devices: both })
    const before = await tables(town.db)
    const weak = town.serialsOf(0, 4).map((serial) => lineOf(serial, { hashRate: 9 }))
    const one = await town.send(town.manager(0), { devices: weak.slice(0, 2) })
    const two = await town.send(town.manager(0), {
      devices: [...weak.slice(2), lineOf('N', { type: 'T20', site: other.name })],
    })
    const order = first === 'older' ? [one, two] : [two, one]
    for (const { batchId } of order) {
      expect(await town.manager(0).feeds.undo({ id: batchId ?? 0 })).toMatchObject({ kept: 0 })
      expect(await contradictions()).toEqual([])
    }
    expect(await tables(town.db)).toEqual(before)
  },
)

test('Do not let a batch of headquarters block a base; let headquarters undo one base alone', async () => {
  const town = await twoBases()
  const [here, there] = town.sites.map(({ name }) => name)
  await town.send(town.chief(), { devices: [...town.known(0, 4, here), ...town.known(1, 4, there)] })
  const before = await tables(town.db)
  const weak = (base: number, hashRate: number) => town.serialsOf(base, 4).map((serial) => lineOf(serial, { hashRate }))
  const own = await town.send(town.manager(0), { devices: weak(0, 9) })
  const wide = await town.send(town.chief(), { devices: [...weak(0, 0), ...weak(1, 0)] })

  expect(await refusal(town.manager(0).feeds.undo({ id: own.batchId ?? 0 }))).toBe(
    'None of the 4 devices of this batch can go back now: 4 updated by a newer batch (Ask headquarters to undo that batch first, then undo this one)',
  )
  const rehearsed = await town.manager(0).feeds.undo({ id: own.batchId ?? 0, dryRun: true })
  expect(rehearsed.machines.map(({ batchId, happened }) => [batchId, happened])).toEqual(
    Array.from({ length: 4 }, () => [null, 'A newer batch that you cannot see has updated it since']),
  )
  const seen = await town.chief().feeds.undo({ id: own.batchId ?? 0, companyId: town.bases[0]?.id ?? 0, dryRun: true })
  expect(seen.machines[0]).toMatchObject({
    batchId: wide.batchId,
    whatToDo: `Undo batch ${wide.batchId} first, then this one`,
  })
  expect(await refusal(town.manager(0).feeds.undo({ id: wide.batchId ?? 0 }))).toBe(
    'This entry does not exist, or has been deleted',
  )
  const part = await town.chief().feeds.undo({ id: wide.batchId ?? 0, companyId: town.bases[0]?.id ?? 0 })
  expect(short(part)).toEqual({ total: 4, undone: 4, kept: 0, reasons: [] })
  expect(JSON.stringify(part)).not.toContain('B1M')
  expect(await contradictions()).toEqual([])
  expect(await Promise.all(['B0M0', 'B1M0'].map(town.stateOf))).toEqual(['low', 'offline'])
  expect(short(await town.manager(0).feeds.undo({ id: own.batchId ?? 0 }))).toMatchObject({ undone: 4, kept: 0 })
  // The rest of the batch of headquarters is now the newest batch in force.
  expect(short(await undoNewest(town.chief()))).toMatchObject({ total: 8, undone: 4, kept: 0 })
  expect(await contradictions()).toEqual([])
  expect(await tables(town.db)).toEqual(before)
})

test('Keep the undo data of small feeds for the whole day, however many feeds follow', async () => {
  const town = await twoBases()
  const quiet = await buildSite(town.db, { tenant: town.bases[0] })
  await town.send(town.manager(0), { devices: [...town.known(0, 4), ...town.known(1, 3, quiet.name)] })
  const unfed = await tables(town.db)
  const feed = async (base: number, count: number, hashRate: number) =>
    (
      await town.send(town.manager(0), {
        devices: town.serialsOf(base, count).map((serial) => lineOf(serial, { hashRate })),
      })
    ).batchId ?? 0
  const undo = (id: number) => town.manager(0).feeds.undo({ id })
  const first = await feed(1, 3, 12)
  const busy: number[] = []
  for (const hashRate of [11, 13, 9, 14, 8, 10, 7, 15, 6, 16, 5, 17]) busy.push(await feed(0, 4, hashRate))
  expect(short(await undo(first))).toMatchObject({ total: 3, undone: 3, kept: 0 })
  expect(await contradictions()).toEqual([])
  for (const id of busy.reverse()) expect(short(await undo(id))).toMatchObject({ total: 4, undone: 4, kept: 0 })
  expect(await contradictions()).toEqual([])
  expect(await tables(town.db)).toEqual(unfed)
})
