import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printPdf } from '#server/services/pdf/print-pdf.ts'
import { buildCallerAs } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildCompany, buildDevice, buildSite } from '#tests/support/factories.ts'
import { textOfPdf } from '#tests/support/pdf-text.ts'
import { compareSerials } from './compare.ts'
import { stocktakeDocument } from './document.ts'

const database = useDatabase()
const refusedAs = (code: string) => ({ cause: { code } })

test('Put each machine of the site and each serial into one group, in any letter case', () => {
  const serial = fc.constantFrom('A1', 'a1', 'B2', 'C3', 'D4', 'E5', 'F6', 'f6')
  const states = fc.constantFrom(
    'normal' as const,
    'offline' as const,
    'repairing' as const,
    'lost' as const,
    'repaired' as const,
  )
  const device = (id: number, name: string, state: 'normal' | 'offline' | 'repairing' | 'lost' | 'repaired') => ({
    id,
    serial: name,
    state,
    siteId: 1,
    place: 'site',
  })
  fc.assert(
    fc.property(fc.array(serial, { maxLength: 12 }), states, states, (scanned, one, two) => {
      const ofSite = [device(1, 'A1', one), device(2, 'B2', two), device(3, 'C3', 'normal')]
      const { counts, lines } = compareSerials(scanned, ofSite, [device(4, 'D4', 'normal')])
      expect(counts.here + counts.foreign + counts.unknown + counts.repeated).toBe(scanned.length)
      expect(counts.here + counts.missing + counts.away).toBe(ofSite.length)
      expect(lines.here.length).toBe(counts.here)
      const names = [...lines.here, ...lines.missing, ...lines.foreign, ...lines.unknown].map((line) =>
        line.serial.toUpperCase(),
      )
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})

test('Store a stocktake unchanged, readable for viewers of the site, without changing a machine', async () => {
  const { db } = database
  const base = await buildCompany(db)
  const [site, second] = [await buildSite(db, { tenant: base }), await buildSite(db, { tenant: base })]
  const personOf = async (companyId: number, role: string) =>
    buildCallerAs(db, { company_id: companyId, nick_name: role })
  const [inspector, stranger] = [
    await personOf(base.id, '检验员'),
    await personOf((await buildCompany(db)).id, '基地负责人'),
  ]
  const make = (serial: string, given: object = {}) =>
    buildDevice(db, { company_id: base.id, site_id: site.id, serial, ...given })
  const present = await make('HERE-1')
  const absent = await make('GONE-1')
  await make('SHOP-1', { state: 'repairing' })
  await make('OLD-1', { state: 'scrap' })
  await make('NEXT-1', { site_id: second.id })
  const foreign = await buildDevice(db, { serial: 'FOREIGN-1' })
  const before = await db.selectFrom('device').selectAll().orderBy('id').execute()

  const taken = await inspector.stocktakes.save({
    siteId: site.id,
    serials: 'here-1\nNEXT-1, OLD-1; FOREIGN-1 nobody-1 here-1',
    note: 'hall 2',
  })
  expect(taken.counts).toEqual({ here: 1, missing: 1, foreign: 2, unknown: 2, away: 1, repeated: 1 })
  expect(taken.lines.here).toEqual([{ serial: 'HERE-1', deviceId: present.id, state: 'normal', place: site.name }])
  expect(taken.lines.missing.map(({ serial }) => serial)).toEqual(['GONE-1'])
  expect(taken.lines.foreign.map(({ serial, place, state }) => [serial, place, state])).toEqual([
    ['NEXT-1', second.name, 'normal'],
    ['OLD-1', site.name, 'scrap'],
  ])
  expect(taken.lines.unknown.map(({ serial }) => serial)).toEqual(['FOREIGN-1', 'nobody-1'])
  expect(await db.selectFrom('device').selectAll().orderBy('id').execute()).toEqual(before)

  await db.updateTable('device').set({ state: 'offline' }).where('id', '=', absent.id).execute()
  expect(await inspector.stocktakes.get({ id: taken.id })).toEqual(taken)
  expect(await inspector.stocktakes.find({ siteId: site.id })).toMatchObject({
    totalCount: 1,
    data: [{ id: taken.id, counts: taken.counts, note: 'hall 2' }],
  })
  const { serialList } = await inspector.stocktakes.machines({ id: taken.id, group: 'missing' })
  expect((await inspector.devices.find({ serialList })).data.map(({ serial }) => serial)).toEqual(['GONE-1'])
  await expect(inspector.stocktakes.machines({ id: taken.id, group: 'unknown' })).rejects.toMatchObject(
    refusedAs('NOT_FOUND'),
  )

  await expect(stranger.stocktakes.get({ id: taken.id })).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(stranger.stocktakes.find({ siteId: site.id })).rejects.toMatchObject(refusedAs('NOT_FOUND'))
  await expect(stranger.stocktakes.save({ siteId: site.id, serials: 'A' })).rejects.toMatchObject(
    refusedAs('NOT_FOUND'),
  )
  expect(foreign.company_id).not.toBe(base.id)

  const text = await textOfPdf(
    await printPdf(
      stocktakeDocument({ ...taken, at: '2026-11-20 12:00:00', timeZone: 'Asia/Shanghai', brandText: 'Coldfleet' }),
    ),
  )
  for (const said of ['站点盘点表', 'Stocktake of a site', site.name, 'GONE-1', 'NEXT-1', 'nobody-1', 'hall 2'])
    expect(text).toContain(said)
})
