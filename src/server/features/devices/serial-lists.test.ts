import { expect, test } from 'vitest'
import { deviceSortColumns } from '#shared/devices.ts'
import { feedQuestions } from '#shared/feed.ts'
import { longestSerialList, serialsOf } from '#shared/serial-lists.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'
import { lineOf } from '#tests/support/feeds.ts'

const database = useDatabase()

async function twoBases() {
  const { db } = database
  const bases = [await buildCompany(db), await buildCompany(db)]
  const [own, other] = await Promise.all(
    bases.map(async (base) => {
      const viewer = await buildViewer(db, { company_id: base.id, nick_name: '基地负责人' })
      return { base, caller: buildCaller(db, { viewer, request: { language: 'en' } }) }
    }),
  )
  if (!own || !other) throw new Error('two bases are needed')
  return { db, own, other }
}

const refusedAs = (code: string) => ({ cause: { code } })

test('Split a pasted text into serials, whatever separates them', () => {
  expect(serialsOf('\uFEFFA1, A2;A3\t"A4"\r\nA5，A6；A7、A8 | A9\u00a0A10\n\n')).toEqual([
    'A1',
    'A2',
    'A3',
    'A4',
    'A5',
    'A6',
    'A7',
    'A8',
    'A9',
    'A10',
  ])
})

test('Filter list, cards, file and actions by a pasted list, and name the unknown serials', async () => {
  const { db, own, other } = await twoBases()
  for (const serial of ['AB-101', 'ab-102', 'AB-103', 'XY-104'])
    await buildDevice(db, { company_id: own.base.id, serial })
  await buildDevice(db, { company_id: other.base.id, serial: 'FOREIGN-1' })
  const kept = await own.caller.devices.keepSerials({ serials: 'AB-102 ab-101; xy-104，nobody-1\nAB-101 FOREIGN-1' })
  expect(kept).toMatchObject({ found: 3, unknown: ['nobody-1', 'FOREIGN-1'], repeated: 1, origin: { kind: 'pasted' } })
  const { serialList } = kept
  for (const orderColumn of deviceSortColumns) {
    const rows = (await own.caller.devices.find({ serialList, orderColumn })).data.map(({ serial }) => serial)
    expect([...rows].sort()).toEqual(['AB-101', 'XY-104', 'ab-102'])
    const second = await own.caller.devices.find({ serialList, orderColumn, size: 2, page: 2 })
    expect([second.totalCount, second.data.map(({ serial }) => serial)]).toEqual([3, rows.slice(2)])
  }
  expect(await own.caller.charts.counts({ serialList })).toMatchObject({ total: 3, normal: 3 })
  let file = ''
  for await (const part of await own.caller.devices.export({ serialList, format: 'csv', columns: ['serial'] }))
    if ('text' in part) file += part.text
  expect(file.match(/AB-101|ab-102|XY-104|AB-103/g)).toEqual(['AB-101', 'XY-104', 'ab-102'])

  const done = await own.caller.devices.mark({
    mark: 'lost',
    reason: 'gone',
    selection: { filters: { serialList }, expected: 3 },
  })
  expect(done.changed).toBe(3)
  expect(await own.caller.charts.counts({})).toMatchObject({ total: 4, normal: 1, lost: 3 })
  expect((await own.caller.devices.find({ serialList, state: 'normal' })).totalCount).toBe(0)
})

test('Show the holder of a key only the devices in scope, and no unknown serials of others', async () => {
  const { db, own, other } = await twoBases()
  await buildDevice(db, { company_id: own.base.id, serial: 'OWN-1' })
  await buildDevice(db, { company_id: other.base.id, serial: 'OTHER-1' })
  const { serialList } = await own.caller.devices.keepSerials({ serials: ['OWN-1', 'SECRET-9'] })
  expect(await other.caller.devices.find({ serialList })).toMatchObject({ totalCount: 0, data: [] })
  expect(await other.caller.devices.serialList({ serialList })).toMatchObject({ found: 0, unknown: [] })
  expect(await own.caller.devices.serialList({ serialList })).toMatchObject({ found: 1, unknown: ['SECRET-9'] })
  await expect(own.caller.devices.find({ serialList: 'A'.repeat(22) })).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(own.caller.devices.serialList({ serialList: 'A'.repeat(22) })).rejects.toMatchObject(
    refusedAs('NOT_FOUND'),
  )
  const tooMany = Array.from({ length: longestSerialList + 1 }, (_, index) => `N${index}`)
  await expect(own.caller.devices.keepSerials({ serials: tooMany })).rejects.toThrow()
  await expect(own.caller.devices.keepSerials({ serials: ' ,; \n' })).rejects.toThrow()
})

test('Open exactly the machines behind a number of a batch, changed or registered', async () => {
  const { db, own, other } = await twoBases()
  const site = await buildCompany(db, { super_company_id: own.base.id })
  for (const serial of ['M1', 'M2', 'M3', 'M4'])
    await buildDevice(db, {
      company_id: own.base.id,
      site_id: site.id,
      serial,
      last_report_at: new Date('2026-11-20T00:00:00Z'),
    })
  const confirm = [...feedQuestions]
  const applied = await own.caller.feeds.update({
    confirm,
    devices: [
      ...['M1', 'M2', 'M3'].map((serial) => lineOf(serial, { hashRate: 9 })),
      lineOf('M4'),
      lineOf('NEW', { type: 'T30', site: site.name, hashRate: 9 }),
    ],
  })
  const low = applied.transitions.filter(({ to }) => to === 'low')
  expect(low).toEqual(
    expect.arrayContaining([
      { from: 'normal', to: 'low', count: 3 },
      { from: null, to: 'low', count: 1 },
    ]),
  )
  const id = applied.batchId ?? 0
  const serialsBehind = async (from: 'normal' | undefined) => {
    const { serialList, found, origin } = await own.caller.feeds.machines({ id, from, to: 'low' })
    expect(origin).toEqual({ kind: 'batch', batchId: id })
    const { data, totalCount } = await own.caller.devices.find({ serialList })
    expect(totalCount).toBe(found)
    return data.map(({ serial }) => serial)
  }
  expect(await serialsBehind('normal')).toEqual(['M1', 'M2', 'M3'])
  expect(await serialsBehind(undefined)).toEqual(['NEW'])
  await expect(own.caller.feeds.machines({ id, from: 'warn', to: 'low' })).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(other.caller.feeds.machines({ id, from: 'normal', to: 'low' })).rejects.toMatchObject(
    refusedAs('NOT_FOUND'),
  )

  // A feed for a past day writes no events.
  const late = await own.caller.feeds.update({
    confirm,
    businessDate: '2026-11-19',
    devices: ['M1', 'M2'].map((serial) => lineOf(serial, { hashRate: 9 })),
  })
  for (const { from, to, count } of late.transitions) {
    const { found } = await own.caller.feeds.machines({ id: late.batchId ?? 0, from: from ?? undefined, to })
    expect(found).toBe(count)
  }
  expect(late.transitions.length).toBeGreaterThan(0)
})
