import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { distributeHere } from '#server/distribute-here.ts'
import { readStatus } from '#server/features/system/queries.ts'
import { useDatabase } from '#tests/support/database.ts'
import { obstacleTo, readNodes, settingsToRenew } from './check.ts'
import { isSpread } from './sharded-tables.ts'

const database = useDatabase()
const isCluster = () => {
  const template = inject('template')
  return template.engine === 'postgres' && template.nodes.length > 0
}

test('say what a database of one node lacks and change nothing; distribute on a cluster, and only once', async () => {
  const nodes = await readNodes(database.db)
  expect(await isSpread(database.db)).toBe(isCluster())
  if (!isCluster()) {
    expect(await obstacleTo(database.db)).toEqual({ what: 'noCitus' })
    expect(await distributeHere(database)).toMatchObject({
      what: database.engine === 'embedded' ? 'embedded' : 'noCitus',
    })
    expect(nodes).toBeNull()
    return
  }
  expect(await obstacleTo(database.db)).toBeNull()
  expect(await distributeHere(database)).toEqual({ spread: [], copied: [], settings: [] })
  expect(nodes?.filter(({ pieces }) => pieces > 0).length).toBeGreaterThan(1)
  expect(nodes?.every(({ answers }) => answers)).toBe(true)
})

test('Give the size of each node, and as the size of the database their sum', async () => {
  const { nodes, databaseBytes } = await readStatus(database.db)
  if (!isCluster()) {
    expect([nodes, databaseBytes > 0]).toEqual([null, true])
    return
  }
  expect(nodes?.every(({ bytes }) => (bytes ?? 0) > 0)).toBe(true)
  expect(databaseBytes).toBe(nodes?.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0))
})

test('name the settings that a cluster has from an earlier version, and none on one node', async () => {
  await database.db.connection().execute(async (db) => {
    await sql`set plan_cache_mode = auto`.execute(db)
    try {
      expect(await settingsToRenew(db)).toEqual(isCluster() ? ['plan_cache_mode'] : [])
    } finally {
      await sql`reset plan_cache_mode`.execute(db)
    }
    expect(await settingsToRenew(db)).toEqual([])
  })
})
