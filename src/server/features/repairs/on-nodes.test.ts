import { expect, test } from 'vitest'
import type { DeviceFilters } from '#shared/devices.ts'
import { RepairListRequest } from '#shared/repairs.ts'
import { useAlikeFleet } from '#tests/support/alike-fleet.ts'
import { findRepairs } from './queries.ts'
import { readRows } from './rows.ts'

const { database, sets, expectAlike } = useAlikeFleet()
const calendar = { timeZone: 'Asia/Shanghai', today: '2026-11-30' }
const size = 10

const recordFilters = [
  {},
  { withVoided: true },
  { worklist: 'out' },
  { worklist: 'waiting', waitingDays: 0 },
  { worklist: 'repeat' },
  { type: '送回' },
  { orderColumn: 'id' },
] as const

/** Expect the same page of repairs from several nodes. Return the texts of what they were asked. */
const expectRepairs = (request: RepairListRequest, filters?: Partial<DeviceFilters>) =>
  expectAlike(async (db, book, set) => {
    const found = await findRepairs(db, { book, set, language: 'zh' }, set, request, calendar)
    expect(found.totalCount).toBeGreaterThan(0)
    return found
  }, filters)

test.each(recordFilters)('List the repairs of several bases on several nodes as on one: %j', async (filters) => {
  for (const page of [1, 2]) {
    const request = RepairListRequest.parse({ page, size, ...filters })
    const texts = await expectRepairs(request)
    // Each shard would plan the join of what a row shows again, and Citus would send a table expression to every node.
    for (const text of texts) expect(text).not.toContain('left join')
    if (request.worklist === 'waiting') for (const text of texts) expect(text).not.toContain('with found')
  }
})

test.each(recordFilters)('List the repairs of one base on several nodes as on one: %j', async (filters) => {
  const { companyIds } = (await sets()).set
  for (const page of [1, 2])
    for (const companyId of companyIds.slice(-2)) {
      const texts = await expectRepairs(RepairListRequest.parse({ page, size: 4, ...filters }), { companyId })
      // Of one base, a filtered count needs no list of bases.
      if ('worklist' in filters) expect(texts.join()).not.toContain('repair_count')
    }
})

test('Read the first repairs of one base on several nodes by one statement', async () => {
  const { companyIds } = (await sets()).set
  const texts = await expectRepairs(RepairListRequest.parse({ page: 1, size }), { companyId: companyIds.at(-1) })
  const tables = texts.map((text) => text.match(/\bfrom \w+/g)?.join())
  expect(tables.sort()).toEqual([
    'from app_user',
    'from device,from repair_daily,from repair_daily',
    'from repair_count',
  ])
})

test('Join the rows of an exported page of repairs by indexes on several nodes, and return the same', async () => {
  const { db } = database
  const stored = await db.selectFrom('repair_daily').select('id').execute()
  // As many as an export reads at once; most of them are gone.
  const ids = [...stored.map(({ id }) => id), ...Array.from({ length: 500 }, (_, index) => 1_000_000 + index)]
  const texts = await expectAlike(async (reader, book, set) => {
    const rows = await readRows(reader, set, ids, { book, set, language: 'zh' }, calendar)
    expect(rows).toHaveLength(stored.length)
    return rows
  })
  // Gathered records have no index: each would be compared with all others.
  expect(texts.join()).not.toContain('json_populate_recordset')
})
