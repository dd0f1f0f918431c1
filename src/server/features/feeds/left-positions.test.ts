import { expect, test } from 'vitest'
import { noFacts } from '#shared/device-facts.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildSite } from '#tests/support/factories.ts'
import { factsIn, feedTown, fileOf, lineOf } from '#tests/support/feeds.ts'
import { feedTables, undoIn } from '#tests/support/undo.ts'

const database = useDatabase()

test('Remove the position of a machine that moves to another site, unless the line names a new one', async () => {
  const { db } = database
  const town = await feedTown(database)
  const next = await buildSite(db, { tenant: town.tenant, name: '西区' })
  town.setClock(new Date('2026-11-20T02:00:00Z'))
  const site = town.site.name
  const placed = ['1', '2', '3'].map((number) => `A${number},T30,${site},一号,R${number},10.0.0.${number},1.2`)
  await town.apply(fileOf(['serial,type,site,hall,rack,ip,firmware', ...placed, `A4,T30,${site},,,,`].join('\n')))
  const before = await feedTables(db, town.tenant.id)
  const kept = { ...noFacts, hall: '一号', firmware: '1.2' }

  // This feed has no column for facts: the positions are removed anyway.
  town.pass()
  await town.apply({
    devices: [lineOf('A1', { site: next.name }), lineOf('A3', { site }), lineOf('A4', { site: next.name })],
    confirm: ['offline'],
  })
  expect(await factsIn(db, town)).toEqual({
    A1: { ...noFacts, firmware: '1.2' },
    A2: { ...kept, rack: 'R2', ip: '10.0.0.2' },
    A3: { ...kept, rack: 'R3', ip: '10.0.0.3' },
    A4: null,
  })
  // The same name of a hall is another hall at the new site.
  town.pass()
  await town.apply(fileOf(`serial,site,hall,rack\nA2,${next.name},一号,\nA3,${next.name},,\n`))
  expect(await factsIn(db, town)).toMatchObject({ A2: kept, A3: { ...noFacts, firmware: '1.2' } })

  for (const _ of [1, 2]) {
    town.pass()
    expect(await undoIn(db, town)).toMatchObject({ kept: 0 })
  }
  expect(await feedTables(db, town.tenant.id)).toEqual(before)
})
