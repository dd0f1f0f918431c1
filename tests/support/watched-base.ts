import { buildCaller, buildCallerAs, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildHeadquarters,
  buildSite,
  buildUser,
  type UserValues,
} from './factories.ts'

/** Provide a base whose days are read by its own users and by others. */
export function useWatchedBase(database: ReturnType<typeof useDatabase>) {
  async function place() {
    const { db } = database
    const base = await buildCompany(db)
    const site = await buildSite(db, { tenant: base, name: '一站' })
    const client = await buildClient(db, { company_id: base.id })
    const account = await buildAccount(db, { client_id: client.id })
    const person = await buildUser(db, { company_id: base.id, nick_name: '基地负责人', name: '周海东' })
    const caller = async (given: UserValues) => buildCallerAs(db, given)
    return {
      base,
      site,
      client,
      account,
      person,
      manager: await caller({ company_id: (await buildHeadquarters(db)).id }),
      baseManager: buildCaller(db, { viewer: await viewerOf(db, person) }),
      ofClient: await caller({ company_id: base.id, nick_name: '客户', client_id: client.id }),
      elsewhere: await caller({ company_id: (await buildCompany(db)).id, nick_name: '基地负责人' }),
    }
  }
  return { place }
}
