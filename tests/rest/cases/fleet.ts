import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildSite,
  type Company,
  type Device,
} from '#tests/support/factories.ts'
import type { Person } from './person.ts'

/** The tenant whose figures every chart and count is compared with; the numbers are in `buildFleet`. */
export type Fleet = {
  company: Company
  /** 苏州站 in 江苏省. */
  suzhou: Company
  /** 杭州站 in 浙江省. */
  hangzhou: Company
  clients: { id: number; name: string }[]
  accounts: { id: number; name: string }[]
  devices: Device[]
  baseManager: Person
  inspector: Person
  client: Person
}
const reportedAt = new Date('2026-11-20T01:00:00Z')
export const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const

/**
 * Create five machines: in Suzhou a normal T30 and an offline one of 甲 and a normal T20 of 乙, in Hangzhou a low T30 and
 * one in repair of 乙; the second is offline since the 20th.
 */
export async function buildFleet(
  db: Kysely<Database>,
  person: (given: Partial<Insertable<UserTable>>) => Promise<Person>,
): Promise<Fleet> {
  const company = await buildCompany(db, { name: '华东基地', domain: 'east', province: '上海市' })
  const suzhou = await buildSite(db, { tenant: company, name: '苏州站', province: '江苏省' })
  const hangzhou = await buildSite(db, { tenant: company, name: '杭州站', province: '浙江省' })
  const clients = [
    await buildClient(db, { company_id: company.id, name: '甲' }),
    await buildClient(db, { company_id: company.id, name: '乙' }),
  ]
  const [first, second] = clients.map(({ id }) => id)
  const accounts = [
    await buildAccount(db, { client_id: first ?? 0, site_id: suzhou.id, name: '甲-1' }),
    await buildAccount(db, { client_id: second ?? 0, site_id: hangzhou.id, name: '乙-1' }),
  ]
  const put = async (site: Company, owner: number, given: Partial<Insertable<Database['device']>>) => {
    const account = accounts[owner]
    const device = await buildDevice(db, {
      company_id: company.id,
      site_id: site.id,
      client_id: account?.client_id ?? 0,
      account_id: account?.id ?? 0,
      last_report_at: reportedAt,
      ...given,
    })
    for (const day of days)
      await buildDaily(
        db,
        device,
        day,
        given.state === 'offline' && day < '2026-11-20'
          ? { state: 'normal', reported: true, hash_avg: 30, compliant: true }
          : {},
      )
    return device
  }
  const devices = [
    await put(suzhou, 0, { state: 'normal', serial: 'T30A770001' }),
    await put(suzhou, 0, { state: 'offline', serial: 'T30A770002', repair_times: 2 }),
    await put(suzhou, 1, { state: 'normal', serial: 'T20B770003', type: 'T20', hash_rate: 20 }),
    await put(hangzhou, 1, { state: 'low', serial: 'T30A770004' }),
    await put(hangzhou, 1, { state: 'repairing', serial: 'T30A770005', repair_times: 1 }),
  ]
  const inspector = await person({ nick_name: '检验员', company_id: company.id, name: '李检' })
  await db
    .insertInto('device_check')
    .values([devices[0], devices[3]].map((device) => ({ device_id: device?.id ?? 0, user_id: inspector.user.id })))
    .execute()
  return {
    company,
    suzhou,
    hangzhou,
    clients,
    accounts,
    devices,
    baseManager: await person({ nick_name: '基地负责人', company_id: company.id }),
    inspector,
    client: await person({ nick_name: '客户', company_id: company.id, client_id: first ?? 0 }),
  }
}
