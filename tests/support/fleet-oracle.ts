import type { Selectable } from 'kysely'
import { beforeAll } from 'vitest'
import type { DeviceTable } from '#server/db/device-tables.ts'
import type { Viewer } from '#server/viewer.ts'
import { type DeviceFilters, type DeviceSortColumn, deviceStates } from '#shared/devices.ts'
import { byName } from '#shared/name-order.ts'
import { isOwnerRole } from '#shared/roles.ts'
import type { useDatabase } from './database.ts'
import { threeTypes } from './machine-types.ts'
import { buildRandomFleet, type RandomFleet } from './random-fleet.ts'

/**
 * Create a random fleet once for the file, and determine who sees which of its devices in which order: from the rows
 * alone, without the queries of the server.
 */
export function useRandomFleet(database: ReturnType<typeof useDatabase>) {
  type Device = Selectable<DeviceTable>
  const fleet: RandomFleet & { devices: Device[] } = {
    companies: [],
    clients: [],
    accounts: [],
    viewers: {},
    devices: [],
  }

  const bin = { inBin: 0 } as { inBin: number }
  /** Facts of every other machine, by the last digit of its id. */
  const told = (id: number) => ({
    hall: ['A', 'b', null][id % 3] ?? null,
    ip: id % 5 === 0 ? null : `10.0.${id % 4 === 0 ? 1 : 12}.${id % 200}`,
    tags: id % 4 === 0 ? ['VIP', '待检'] : null,
  })
  /** Spellings by users; null = not entered. */
  const written = ['江苏省', '江苏', '浙江省', null] as const

  beforeAll(async () => {
    Object.assign(fleet, await buildRandomFleet(database.db, 11, 300))
    for (const [index, company] of fleet.companies.entries()) {
      company.province = written[index % written.length] ?? null
      await database.db
        .updateTable('company')
        .set({ province: company.province })
        .where('id', '=', company.id)
        .execute()
    }
    fleet.devices = await database.db.selectFrom('device').selectAll().execute()
    const facts = fleet.devices
      .filter(({ id }) => id % 2 === 0)
      .map(({ id, company_id }) => ({ company_id, device_id: id, ...told(id) }))
    await database.db.insertInto('device_facts').values(facts).execute()
    // A lowest site of the second base is in the bin: nobody reaches its devices, whatever the filter is.
    const leaf = fleet.companies.filter(({ id }) => below(id).length === 1).at(-1)
    if (!leaf) throw new Error('the fleet has no site without one below')
    bin.inBin = leaf.id
    await database.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', bin.inBin).execute()
  })

  const placeOfType = (type: string) => threeTypes.findIndex((name) => name === type)

  /** Return the site ids that a company includes, without the server's own tree walk. */
  const below = (id: number): number[] => [
    id,
    ...fleet.companies.filter((company) => company.super_company_id === id).flatMap((child) => below(child.id)),
  ]

  /** A company above the caller's contains visible devices, but the caller still may not filter by it. */
  const liesAbove = ({ companyId }: Viewer, asked?: number) =>
    asked !== undefined && asked !== companyId && below(asked).includes(companyId)

  function mayReach(viewer: Viewer, device: Device): boolean {
    if (device.site_id === bin.inBin) return false
    if (viewer.role === 'client') return device.client_id === viewer.clientId
    if (viewer.role === 'account') return device.account_id === viewer.accountId
    if (viewer.companyKind === 'headquarters') return true
    if (viewer.companyId === viewer.tenantId) return device.company_id === viewer.companyId
    return device.site_id !== null && below(viewer.companyId).includes(device.site_id)
  }

  /** The province of a device is that of its site; a filter may use three spellings of its name. */
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
      // Tags are visible to staff only.
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

  /** Compare in ascending order of the list, with ties by id and missing values last. */
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
  return { fleet, mayReach, matches, compare, liesAbove }
}
