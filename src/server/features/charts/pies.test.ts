import { beforeAll, expect, test } from 'vitest'
import { pieIndicators } from '#shared/chart-choices.ts'
import { deviceStates } from '#shared/devices.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { explain } from '#tests/support/explain.ts'
import { buildCompany, buildDevice } from '#tests/support/factories.ts'

const database = useDatabase({ emptied: 'file' })
const columns = { state: 'state', type: 'type', repairTimes: 'repair_times' } as const
let companyId = 0

beforeAll(async () => {
  companyId = (await buildCompany(database.db)).id
  for (let number = 0; number < 12; number += 1)
    await buildDevice(database.db, {
      company_id: companyId,
      type: number % 3 === 0 ? 'T20' : 'T30',
      state: deviceStates[number % 4],
      repair_times: number % 2,
    })
})

test.each(pieIndicators)(
  'Show the pie of %s as the overview does, by reading that property alone',
  async (indicator) => {
    const viewer = await buildViewer(database.db, {
      nick_name: '基地负责人',
      company_id: companyId,
      home_company_id: companyId,
    })
    const { pies } = await buildCaller(database.db, { viewer }).charts.overview({})
    expect(pies[indicator].length).toBeGreaterThan(1)
    const plans = await explain(database, async (db) => {
      expect(await buildCaller(db, { viewer }).charts.pie({ indicator })).toEqual(pies[indicator])
    })
    // One row for each slice, not for each combination of the three: the rows are what a node sends to the first one.
    const counted = plans.filter(({ text }) => text.includes('device_count'))
    expect(counted.map(({ text }) => text.split('group by ')[1])).toEqual([`"${columns[indicator]}"`])
  },
)
