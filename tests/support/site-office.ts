import { type Kysely, sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import type { Database } from '#server/db/tables.ts'
import type { Archiving } from '#server/features/history/archive-month.ts'
import { createAudit } from '#server/services/audit.ts'
import { buildCaller, testNow, viewerOf } from './context.ts'
import type { useDatabase } from './database.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDaily,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
  type User,
  type UserValues,
} from './factories.ts'
import { memoryStores } from './memory-stores.ts'

/**
 * Provide bases with sites, users, machines and files, and readers of everything that a caller and the tables show of
 * them.
 */
export function useSiteOffice(database: ReturnType<typeof useDatabase>) {
  const stores = memoryStores('this database')
  afterAll(() => stores.archive.close())
  const parts = (): Archiving => ({
    db: database.db,
    ...stores,
    changing: { embedded: database.url === null, tries: 1, pauseMs: 1 },
  })
  const dayMs = 86_400_000
  const yesterday = '2026-11-19'
  const password = 'Right#1'

  async function office() {
    const { db } = database
    const centre = await buildHeadquarters(db)
    const [east, west] = [await buildCompany(db, { name: '华东基地' }), await buildCompany(db, { name: '西北基地' })]
    const [one, two] = [
      await buildSite(db, { tenant: east, name: '一号站' }),
      await buildSite(db, { tenant: east, name: '二号站' }),
    ]
    const client = await buildClient(db, { company_id: east.id, name: '晨曦' })
    const account = await buildAccount(db, { client_id: client.id, site_id: one.id, name: '晨曦-1' })
    const owned = { company_id: east.id, client_id: client.id, account_id: account.id }
    const device = async (site: { id: number } | null, state: 'normal' | 'offline', tenant = east.id) => {
      const built = await buildDevice(
        db,
        tenant === east.id
          ? { ...owned, site_id: site?.id ?? null, state }
          : { company_id: tenant, site_id: tenant, client_id: null, account_id: null, state },
      )
      await buildDaily(db, built, yesterday)
      return built
    }
    const devices = [
      await device(one, 'normal'),
      await device(one, 'offline'),
      await device(two, 'normal'),
      await device(null, 'normal'),
    ]
    await device(null, 'normal', west.id)
    const person = (given: UserValues) => buildUser(db, { password_hash: `hash of ${password}`, ...given })
    const as = async (user: User) =>
      buildCaller(db, { viewer: await viewerOf(db, user), services: { audit: createAudit() }, now: testNow })
    const admin = await person({ company_id: centre.id })
    return {
      centre,
      east,
      west,
      one,
      two,
      account,
      devices,
      admin,
      manager: await as(admin),
      base: await as(await person({ company_id: east.id, nick_name: '基地负责人' })),
      owner: await as(await person({ company_id: east.id, nick_name: '客户', client_id: client.id })),
      ofSite: await person({ company_id: one.id, nick_name: '检验员', name: '站上的人' }),
      terminal: buildCaller(db, {
        viewer: { ...(await viewerOf(db, admin)), actor: 'cli', userId: null, userName: 'cli', name: 'cli' },
        services: { audit: createAudit() },
        now: testNow,
      }),
    }
  }
  type Caller = Awaited<ReturnType<typeof office>>['manager']

  /** Read everything that a caller sees of the fleet; all of it must agree. */
  async function seen(call: Caller) {
    const range = { businessDateQuery: [yesterday, yesterday] as [string, string] }
    const counts = await call.charts.counts({})
    const [list, sites, pie, stack, types] = [
      await call.devices.find({ size: 100 }),
      await call.sites.find({ size: 100 }),
      await call.charts.sitePie({}),
      await call.charts.stackedStates(range),
      await call.charts.bar({ by: 'type' }),
    ]
    const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
    const inSites = sum(sites.data.map(({ totalDeviceCount }) => totalDeviceCount))
    const nowhere = list.data.filter(({ siteId }) => siteId === null).length
    expect(list.data.length).toBe(list.totalCount)
    expect([list.totalCount, inSites + nowhere, sum(pie.map(({ value }) => value)), sum(types.counts)]).toEqual(
      Array(4).fill(counts.total),
    )
    const normal = await call.devices.find({ state: 'normal' })
    expect(normal.totalCount).toBe(counts.normal)
    return {
      total: counts.total,
      sites: sites.data.map(({ name }) => name),
      past: sum(stack.series.flatMap(({ data }) => data)),
    }
  }

  /** Return all rows of all tables except the log, as text. */
  async function everything(db: Kysely<Database>): Promise<Record<string, string>> {
    const { rows } = await sql<{
      name: string
    }>`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%' and c.relname not in ('audit_log', 'session', 'place_version', 'place_change') order by 1`.execute(
      db,
    )
    const texts: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await sql<{ text: string | null }>`select string_agg(t::text, '|' order by t::text) as text
      from (select (to_jsonb(x) - 'update_time' - 'row_version') as t from ${sql.table(name)} x) x`.execute(db)
      texts[name] = found.rows[0]?.text ?? ''
    }
    return texts
  }
  return { office, seen, everything, password, parts, dayMs }
}
