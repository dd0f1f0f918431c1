import fc from 'fast-check'
import type { Selectable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DeviceTable } from '#server/db/device-tables.ts'
import { emptyScope } from '#server/db/scope.ts'
import type { Viewer } from '#server/viewer.ts'
import { type DeviceFilters, type DeviceSortColumn, deviceSortColumns, deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { byName } from '#shared/names.ts'
import { isOwnerRole } from '#shared/permissions.ts'
import { buildCaller, buildContext } from '#tests/support/context.ts'
import { useDatabase } from '#tests/support/database.ts'
import { runsOfEngine } from '#tests/support/engine-runs.ts'
import { threeTypes } from '#tests/support/machine-types.ts'
import { buildRandomFleet, type RandomFleet } from '#tests/support/random-fleet.ts'
import { devicePages } from './pages.ts'

const database = useDatabase({ emptied: 'file' })
type Device = Selectable<DeviceTable>
const fleet: RandomFleet & { devices: Device[] } = {
  companies: [],
  clients: [],
  accounts: [],
  viewers: {},
  devices: [],
}

let inBin = 0
/** What is told of every other machine, by how its id ends. */
const told = (id: number) => ({
  hall: ['A', 'b', null][id % 3] ?? null,
  ip: id % 5 === 0 ? null : `10.0.${id % 4 === 0 ? 1 : 12}.${id % 200}`,
  tags: id % 4 === 0 ? ['VIP', '待检'] : null,
})
/** As people write them; null = nobody has entered one. */
const written = ['江苏省', '江苏', '浙江省', null] as const

beforeAll(async () => {
  Object.assign(fleet, await buildRandomFleet(database.db, 11, 300))
  for (const [index, company] of fleet.companies.entries()) {
    company.province = written[index % written.length] ?? null
    await database.db.updateTable('company').set({ province: company.province }).where('id', '=', company.id).execute()
  }
  fleet.devices = await database.db.selectFrom('device').selectAll().execute()
  const facts = fleet.devices
    .filter(({ id }) => id % 2 === 0)
    .map(({ id, company_id }) => ({ company_id, device_id: id, ...told(id) }))
  await database.db.insertInto('device_facts').values(facts).execute()
  // A leaf of the second base lies in the bin: nobody reaches what is there, whatever is asked for.
  const leaf = fleet.companies.filter(({ id }) => below(id).length === 1).at(-1)
  if (!leaf) throw new Error('the fleet has no site without one below')
  inBin = leaf.id
  await database.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', inBin).execute()
})

const placeOfType = (type: string) => threeTypes.findIndex((name) => name === type)

/** The sites that a company stands for, found without the server's own walk through the tree. */
const below = (id: number): number[] => [
  id,
  ...fleet.companies.filter((company) => company.super_company_id === id).flatMap((child) => below(child.id)),
]

/** A company that is over the caller's own holds devices that the caller sees, and is still not the caller's to ask for. */
const liesAbove = ({ companyId }: Viewer, asked?: number) =>
  asked !== undefined && asked !== companyId && below(asked).includes(companyId)

function mayReach(viewer: Viewer, device: Device): boolean {
  if (device.site_id === inBin) return false
  if (viewer.role === 'client') return device.client_id === viewer.clientId
  if (viewer.role === 'account') return device.account_id === viewer.accountId
  if (viewer.companyKind === 'headquarters') return true
  if (viewer.companyId === viewer.tenantId) return device.company_id === viewer.companyId
  return device.site_id !== null && below(viewer.companyId).includes(device.site_id)
}

/** The province of a device is that of the site where it is; a filter may write its name in three ways. */
const standsIn = (asked: string, { site_id }: Device): boolean => {
  const short = fleet.companies.find(({ id }) => id === site_id)?.province?.slice(0, 2)
  return short !== undefined && [short, `${short}省`, { 江苏: 'Jiangsu', 浙江: 'Zhejiang' }[short]].includes(asked)
}

function hasFacts({ hall, ip, tag }: Partial<DeviceFilters>, { id }: Device): boolean {
  const known = id % 2 === 0 ? told(id) : null
  return (
    (hall === undefined || known?.hall?.toUpperCase() === hall.toUpperCase()) &&
    (ip === undefined || known?.ip?.startsWith(`${ip}.`) === true) &&
    (tag === undefined || known?.tags?.some((one) => one.toLowerCase() === tag.toLowerCase()) === true)
  )
}

function matches(viewer: Viewer, filters: Partial<DeviceFilters>, device: Device): boolean {
  const { companyId, siteId, clientId, accountId, type, state, repairTimes, serial, activeWorkerState, province } =
    filters
  const company = fleet.companies.find(({ id }) => id === companyId)
  const inCompany =
    company === undefined ||
    (company.kind === 'headquarters' && viewer.companyKind === 'headquarters') ||
    (company.id === company.tenant_id
      ? device.company_id === company.id
      : device.site_id !== null && below(company.id).includes(device.site_id))
  return (
    inCompany &&
    // Tags are the staff's.
    !(filters.tag !== undefined && isOwnerRole(viewer.role)) &&
    hasFacts(filters, device) &&
    (siteId === undefined || device.site_id === siteId) &&
    (clientId === undefined || device.client_id === clientId) &&
    (accountId === undefined || device.account_id === accountId) &&
    (type === undefined || device.type === type) &&
    (state === undefined || device.state === state) &&
    (repairTimes === undefined || device.repair_times === repairTimes) &&
    (activeWorkerState === undefined || device.active_worker_state === activeWorkerState) &&
    (province === undefined || standsIn(province, device)) &&
    (serial === undefined || device.serial.toUpperCase().includes(serial.toUpperCase()))
  )
}

/** Ascending order of the list, with ties by id and nothing after everything. */
function compare(column: DeviceSortColumn, left: Device, right: Device): number {
  const places = {
    site: ['site_id', fleet.companies],
    client: ['client_id', fleet.clients],
    account: ['account_id', fleet.accounts],
  } as const
  const ofNumbers = (a: number, b: number) => a - b || left.id - right.id
  const ofTexts = (a: string | null, b: string | null) =>
    a === b ? left.id - right.id : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1
  switch (column) {
    case 'site':
    case 'client':
    case 'account': {
      const [field, rows] = places[column]
      const sorted = [...rows].sort(byName).map(({ id }) => id)
      const rank = (device: Device) => (device[field] === null ? sorted.length : sorted.indexOf(device[field]))
      return ofNumbers(rank(left), rank(right))
    }
    case 'id':
      return left.id - right.id
    case 'serial':
      return ofTexts(left.serial, right.serial)
    case 'activeWorker':
      return ofTexts(left.active_worker, right.active_worker)
    case 'activeWorkerState':
      return ofNumbers(Number(left.active_worker_state), Number(right.active_worker_state))
    case 'type':
      return ofNumbers(placeOfType(left.type), placeOfType(right.type))
    case 'state':
      return ofNumbers(deviceStates.indexOf(left.state), deviceStates.indexOf(right.state))
    case 'repairTimes':
      return ofNumbers(left.repair_times, right.repair_times)
  }
}

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
/** Every call a minute later, so that the limit on exports never speaks. */
const callerOf = (name: string) => {
  minutes += 1
  return buildCaller(database.db, {
    viewer: fleet.viewers[name] ?? null,
    now: new Date(Date.UTC(2026, 0, 1, 0, minutes)),
  })
}

describe('everybody sees the same devices everywhere', () => {
  test('cards, pies, list and export agree with each other and with the rows that a role may reach', async () => {
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
        // A place that the caller may not know of: refused everywhere alike, and never a place with devices that it may see.
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
    'pages sorted by %s make up the whole list in order, either way',
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
          // Walked along an index, and found at once where it is known how few they are.
          for (const total of [undefined, ids.length]) {
            const pages = devicePages(database.db, book, set, { column, descending }, 13, total)
            expect((await collect(pages)).flat().map(({ id }) => id)).toEqual(ids)
          }
        },
      )
      await fc.assert(property, { numRuns: runsOfEngine(8) })
    },
    60_000,
  )
})
