import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyScope } from '#server/db/scope.ts'
import { type DeviceFilters, deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { buildCaller, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { useRandomFleet } from '#tests/support/fleet-oracle.ts'
import { threeTypes } from '#tests/support/machine-types.ts'
import { byState, devicePages } from './export-pages.ts'

const database = useDatabase({ emptied: 'file' })
const { fleet, mayReach, matches, compare, liesAbove } = useRandomFleet(database)

const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const rowOf = (rows: () => { id: number }[]) => fc.nat().map((index) => rows()[index % rows().length]?.id)
const filtersOf = fc.record({
  companyId: sometimes(rowOf(() => fleet.companies)),
  siteId: sometimes(rowOf(() => fleet.companies.slice(1))),
  clientId: sometimes(rowOf(() => fleet.clients)),
  accountId: sometimes(rowOf(() => fleet.accounts)),
  type: sometimes(fc.constantFrom(...threeTypes)),
  state: sometimes(fc.constantFrom(...deviceStates)),
  repairTimes: sometimes(fc.nat({ max: 3 })),
  serial: sometimes(fc.constantFrom('a', 'B0', '00', '123', 'a00', '%', '_', '\\')),
  activeWorkerState: sometimes(fc.boolean()),
  province: sometimes(fc.constantFrom('江苏', '江苏省', 'Jiangsu', 'Zhejiang', '河南')),
})
const factsOf = fc.constantFrom<Partial<DeviceFilters>>(
  ...[{}, {}, { hall: 'a' }, { hall: 'B', tag: 'vip' }, { ip: '10.0' }, { ip: '10.0.1' }, { tag: '待检' }],
)
const viewers = () => Object.keys(fleet.viewers)

const isNotFound = (error: unknown) =>
  error instanceof Error && error.cause instanceof AppError && error.cause.code === 'NOT_FOUND'

async function collect<Item>(parts: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const part of parts) items.push(part)
  return items
}

let minutes = 0
/** Each call is a minute later, so that the rate limit of exports never applies. */
const callerOf = (name: string) => {
  minutes += 1
  return buildCaller(database.db, {
    viewer: fleet.viewers[name] ?? null,
    now: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
  })
}

describe('the devices that each role sees', () => {
  test('Agree in cards, pies, list and export with the rows that a role may see', async () => {
    const everyRole = fc.nat().map((index) => viewers()[index % viewers().length] ?? '')
    const property = fc.asyncProperty(everyRole, filtersOf, factsOf, async (name, chosen, facts) => {
      const filters = { ...chosen, ...facts }
      const viewer = fleet.viewers[name]
      const caller = callerOf(name)
      const expected = fleet.devices
        .filter((device) => viewer && mayReach(viewer, device) && matches(viewer, filters, device))
        .sort((left, right) => compare('serial', left, right))
      const list = await caller.devices.find({ ...filters, size: 1020 }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
        return null
      })
      if (list === null) {
        // A place out of scope is refused by all calls alike, and never contains devices that the caller may see.
        if (!(viewer && liesAbove(viewer, filters.companyId))) expect(expected).toEqual([])
        await expect(caller.charts.counts(filters)).rejects.toSatisfy(isNotFound)
        await expect(caller.charts.overview(filters)).rejects.toSatisfy(isNotFound)
        if (name !== 'registrar')
          await expect(caller.devices.export({ ...filters, format: 'csv' })).rejects.toSatisfy(isNotFound)
        return
      }
      const serials = expected.map(({ serial }) => serial)
      expect(list.data.map(({ serial }) => serial)).toEqual(serials)
      expect(list.totalCount).toBe(expected.length)
      const { counts, pies } = await caller.charts.overview(filters)
      expect(await caller.charts.counts(filters)).toEqual(counts)
      expect(counts.total).toBe(expected.length)
      for (const state of deviceStates)
        expect(counts[state]).toBe(expected.filter((device) => device.state === state).length)
      for (const indicator of ['state', 'type', 'repairTimes'] as const) {
        expect(await caller.charts.pie({ ...filters, indicator })).toEqual(pies[indicator])
        expect(pies[indicator].reduce((sum, { value }) => sum + value, 0)).toBe(expected.length)
      }
      if (name === 'registrar') return
      const parts = await collect(await caller.devices.export({ ...filters, format: 'csv', columns: ['serial'] }))
      expect(parts[0]).toMatchObject({ rows: expected.length })
      const text = parts.map((part) => ('text' in part ? part.text : '')).join('')
      expect(text).toBe(`\uFEFF序列号\r\n${serials.map((serial) => `${serial}\r\n`).join('')}`)
    })
    await fc.assert(property, { numRuns: runsOfEngine(100) })
  }, 120_000)

  test.each(deviceSortColumns)(
    'Page through the whole list by %s in order, both ways',
    async (column) => {
      const property = fc.asyncProperty(
        fc.constantFrom('manager', 'baseManager', 'inspector', 'client'),
        fc.boolean(),
        fc.integer({ min: 40, max: 170 }),
        async (name, descending, size) => {
          const viewer = fleet.viewers[name]
          const expected = fleet.devices
            .filter((device) => viewer && mayReach(viewer, device))
            .sort((left, right) => compare(column, left, right))
          if (descending) expected.reverse()
          const caller = callerOf(name)
          const ids: number[] = []
          for (let page = 1; page <= Math.ceil(expected.length / size) + 1; page += 1) {
            const { data } = await caller.devices.find({
              page,
              size,
              orderColumn: column,
              orderWay: descending ? 'desc' : 'asc',
            })
            ids.push(...data.map(({ id }) => id))
          }
          expect(ids).toEqual(expected.map(({ id }) => id))
          const context = buildContext(database.db, { viewer: viewer ?? null })
          const scope = viewer
            ? await context.services.places.scopeOf(viewer, viewer.role === 'client' ? 'client' : 'company')
            : emptyScope
          const [book, set] = [await context.services.places.book(), await context.services.places.narrow(scope)]
          // The first by an index scan, the second by a query for few rows, because their number is known.
          for (const total of [undefined, ids.length]) {
            const pages = devicePages(database.db, book, set, { column, descending }, 13, total)
            expect((await collect(pages)).flat().map(({ id }) => id)).toEqual(ids)
          }
          if (column !== 'state') return
          const pages = byState({ db: database.db, set, size: 13 }, book, descending, fleet.devices.length)
          expect((await collect(pages)).flat().map(({ id }) => id)).toEqual(ids)
        },
      )
      await fc.assert(property, { numRuns: runsOfEngine(8) })
    },
    60_000,
  )
})
