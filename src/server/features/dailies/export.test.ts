import { expect, test } from 'vitest'
import type { FilePart } from '#shared/files.ts'
import { buildCaller, buildViewer } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { buildDaily, buildDevice, buildSite } from '#tests/support/factories.ts'

const database = useDatabase()
const day = '2026-11-20'

test('Mark the same machines as compliant in the file of dailies as the compliance rate counts', async () => {
  const { db } = database
  const site = await buildSite(db)
  const viewer = await buildViewer(db, { company_id: site.tenant_id, home_company_id: site.tenant_id })
  const rows = [
    { state: 'normal', reported: true, ever_reported: true },
    { state: 'warn', reported: true, ever_reported: true },
    { state: 'repairing', reported: true, ever_reported: true },
    { state: 'lost', reported: true, ever_reported: true },
    { state: 'offline', reported: true, ever_reported: true },
    { state: 'normal', reported: null, ever_reported: true },
  ] as const
  for (const row of rows) {
    const device = await buildDevice(db, {
      company_id: site.tenant_id,
      site_id: site.id,
      account_id: null,
      client_id: null,
    })
    await buildDaily(db, device, day, { ...row, hash_avg: 30, compliant: true })
  }
  const caller = buildCaller(db, { viewer, now: `${day}T04:00:00Z` })
  const businessDateQuery: [string, string] = [day, day]
  const parts: FilePart[] = []
  for await (const part of await caller.dailies.export({
    businessDateQuery,
    format: 'json',
    columns: ['state', 'compliant'],
  }))
    parts.push(part)
  const text = parts
    .map((part) => ('text' in part ? part.text : 'base64' in part ? Buffer.from(part.base64, 'base64').toString() : ''))
    .join('')
  const complying = (JSON.parse(text) as { state: string; compliant: number }[])
    .filter(({ compliant }) => compliant === 1)
    .map(({ state }) => state)
  expect(complying).toEqual(['normal', 'warn'])
  const { numerator } = await caller.charts.rate({ rate: 'compliance', businessDateQuery })
  expect(numerator).toEqual([complying.length])
})
