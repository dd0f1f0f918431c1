import type { Insertable, Kysely } from 'kysely'
import type { DeviceTable } from '#server/db/device-tables.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import { deviceStates } from '#shared/devices.ts'
import { buildViewer } from './context.ts'
import {
  type Account,
  buildAccount,
  buildClient,
  buildCompany,
  buildHeadquarters,
  buildSite,
  type Client,
  type Company,
  claimSerials,
  type UserValues,
} from './factories.ts'
import { buildMachineType, threeTypes } from './machine-types.ts'

export type RandomFleet = {
  companies: Company[]
  clients: Client[]
  accounts: Account[]
  viewers: Record<string, Viewer>
}

/** Create a small generator, so that a fleet is the same for the same seed everywhere. Source: mulberry32. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

const chunk = 2_000

/**
 * Create two bases with child and grandchild sites, clients with devices on sites of both, devices without site, client
 * or account, of three types, and one viewer of each reach.
 */
export async function buildRandomFleet(db: Kysely<Database>, seed: number, devices: number): Promise<RandomFleet> {
  const random = randomOf(seed)
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value => {
    const value = values[random(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  await buildMachineType(db)
  const headquarters = await buildHeadquarters(db)
  const tenants = [await buildCompany(db), await buildCompany(db)]
  const companies: Company[] = [...tenants]
  const accounts: Account[] = []
  const clients: Client[] = []
  for (const tenant of tenants) {
    const site = await buildSite(db, { tenant })
    companies.push(site, await buildSite(db, { tenant }), await buildSite(db, { tenant, super_company_id: site.id }))
    for (let number = 0; number < 3; number += 1) {
      const client = await buildClient(db, { company_id: tenant.id })
      clients.push(client)
      accounts.push(
        await buildAccount(db, { client_id: client.id }),
        await buildAccount(db, { client_id: client.id, site_id: site.id }),
      )
    }
  }
  const rows = Array.from({ length: devices }, (_, index): Insertable<DeviceTable> => {
    const tenant = pick(tenants)
    const account = pick(accounts)
    const places = companies.filter(({ tenant_id }) => tenant_id === tenant.id)
    const state = random(4) === 0 ? pick(deviceStates) : 'normal'
    return {
      serial: `${pick(['A', 'B'])}${String((index * 7_919) % 1_000_003).padStart(7, '0')}`,
      company_id: tenant.id,
      site_id: random(8) === 0 ? null : pick(places).id,
      ...(random(8) === 0
        ? {}
        : { client_id: account.client_id, ...(random(8) === 0 ? {} : { account_id: account.id }) }),
      type: pick(threeTypes),
      state,
      repair_times: random(4),
      active_worker: random(3) === 0 ? null : `worker-${random(5)}`,
      active_worker_state: random(2) === 0,
    }
  })
  for (let start = 0; start < rows.length; start += chunk)
    await claimSerials(
      db,
      await db
        .insertInto('device')
        .values(rows.slice(start, start + chunk))
        .returning(['id', 'serial', 'company_id'])
        .execute(),
    )
  const [first, second] = tenants
  const [client] = clients
  const [account] = accounts
  const site = companies.find(({ super_company_id }) => super_company_id === first?.id)
  if (!first || !second || !client || !account || !site) throw new Error('the fleet is incomplete')
  const viewer = async (given: UserValues) => buildViewer(db, given)
  const viewers = {
    manager: await viewer({ company_id: headquarters.id }),
    managerAtBase: await viewer({ company_id: second.id }),
    baseManager: await viewer({ company_id: first.id, nick_name: '基地负责人' }),
    inspector: await viewer({ company_id: site.id, nick_name: '检验员' }),
    registrar: await viewer({ company_id: second.id, nick_name: '登记人员' }),
    client: await viewer({ company_id: first.id, nick_name: '客户', client_id: client.id }),
    account: await viewer({ company_id: first.id, nick_name: '子账号', account_id: account.id }),
  }
  return { companies: [headquarters, ...companies], clients, accounts, viewers }
}
