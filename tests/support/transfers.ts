import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { buildCaller, buildViewer } from './context.ts'
import {
  type Account,
  buildAccount,
  buildClient,
  buildCompany,
  buildHeadquarters,
  buildSite,
  type Client,
  type Company,
  type UserValues,
} from './factories.ts'

export type TransferTown = {
  base: Company
  sites: [Company, Company]
  clients: [Client, Client]
  accounts: [Account, Account]
  /** Another base, with its own site and client. */
  other: Company
  otherSite: Company
  otherClient: Client
  manager: Viewer
  baseManager: Viewer
  otherManager: Viewer
  clientViewer: Viewer
  /** Machines of the first client and site. */
  ids: number[]
  serials: string[]
  today: Day
  now: Date
}

/** The default `now`: noon of a business day. */
const noon = new Date('2026-11-25T04:00:00Z')
const timeZone = 'Asia/Shanghai'

/**
 * Create machines of one owner at a site, with a row for each of the last `days` days, including today; every fifth was
 * offline yesterday.
 */
export async function addMachines(
  db: Kysely<Database>,
  {
    count,
    days,
    today,
    prefix,
    base,
    site,
    client,
    account,
  }: {
    count: number
    days: number
    today: Day
    prefix: string
    base: Company
    site: Company
    client: Client
    account: Account | null
  },
): Promise<{ ids: number[]; serials: string[] }> {
  const serials = Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(6, '0')}`)
  const start = addDays(today, 1 - days)
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number; serial: string }>`
      insert into device (serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at, create_time, update_time)
      select serial, ${base.id}::int, ${client.id}::int, ${account?.id ?? null}::int, ${site.id}::int, 'T30', 'normal', 'w1', true, 30, ${`${today}T00:00:00Z`}::timestamptz,
        ${`${start}T00:00:00Z`}::timestamptz, ${`${start}T00:00:00Z`}::timestamptz
      from unnest(${serials}::text[]) serial returning id, serial`.execute(trx)
    const ids = rows.map(({ id }) => id)
    await sql`select claim_serials(${rows.map(({ serial }) => serial)}::text[], ${rows.map(() => base.id)}::int[], ${ids}::int[])`.execute(
      trx,
    )
    await sql`insert into device_event (company_id, device_id, from_state, to_state, cause, at)
      select ${base.id}::int, id, case when place = 1 then null else 'offline' end::device_state, case when place = 1 then 'offline' else 'normal' end::device_state,
        case when place = 1 then 'registered' else 'feed' end, ${`${start}T00:00:00Z`}::timestamptz
      from unnest(${ids}::int[]) id cross join generate_series(1, 2) place order by id, place`.execute(trx)
    await sql`select device_daily_month(day::date) from generate_series(${start}::date, ${today}::date, interval '1 day') day`.execute(
      trx,
    )
    await sql`
      insert into device_daily (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
      select day::date, id, ${base.id}::int, ${client.id}::int, ${account?.id ?? 0}::int, ${site.id}::int, 'T30',
        case when place % 5 = 0 and day::date = ${today}::date - 1 then 'offline' else 'normal' end::device_state,
        not (place % 5 = 0 and day::date = ${today}::date - 1), true, case when place % 5 = 0 and day::date = ${today}::date - 1 then null else 30 end, 30,
        not (place % 5 = 0 and day::date = ${today}::date - 1)
      from generate_series(${start}::date, ${today}::date, interval '1 day') day cross join unnest(${ids}::int[]) with ordinality machine(id, place)`.execute(
      trx,
    )
    await sql`
      insert into import_coverage (business_date, site_id, company_id, expected, reported, status)
      select business_date, site_id, company_id, count(*), count(*) filter (where reported), case when bool_and(reported) then 'complete' else 'partial' end
      from device_daily where company_id = ${base.id} and site_id = ${site.id} group by 1, 2, 3
      on conflict (company_id, business_date, site_id) do update set expected = excluded.expected, reported = excluded.reported, status = excluded.status`.execute(
      trx,
    )
    return { ids, serials: rows.map(({ serial }) => serial) }
  })
}

let towns = 0

/**
 * Create two bases; in the first, two sites and two clients with a sub-account each, and machines of the first of each
 * with a history.
 */
export async function transferTown(
  db: Kysely<Database>,
  { count = 10, days = 15, now = noon } = {},
): Promise<TransferTown> {
  towns += 1
  const headquarters = await buildHeadquarters(db)
  const base = await buildCompany(db)
  const other = await buildCompany(db)
  const sites: [Company, Company] = [await buildSite(db, { tenant: base }), await buildSite(db, { tenant: base })]
  const clients: [Client, Client] = [
    await buildClient(db, { company_id: base.id }),
    await buildClient(db, { company_id: base.id }),
  ]
  const accounts: [Account, Account] = [
    await buildAccount(db, { client_id: clients[0].id }),
    await buildAccount(db, { client_id: clients[1].id }),
  ]
  const today = businessDay(now, timeZone)
  const machines = await addMachines(db, {
    count,
    days,
    today,
    prefix: `TR${towns}X`,
    base,
    site: sites[0],
    client: clients[0],
    account: accounts[0],
  })
  const viewer = async (given: UserValues) => buildViewer(db, given)
  return {
    base,
    sites,
    clients,
    accounts,
    other,
    otherSite: await buildSite(db, { tenant: other }),
    otherClient: await buildClient(db, { company_id: other.id }),
    manager: await viewer({ company_id: headquarters.id }),
    baseManager: await viewer({ company_id: base.id, nick_name: '基地负责人' }),
    otherManager: await viewer({ company_id: other.id, nick_name: '基地负责人' }),
    clientViewer: await viewer({ company_id: base.id, nick_name: '客户', client_id: clients[0].id }),
    ...machines,
    today,
    now,
  }
}

/** Call procedures, by default as the base's manager. */
export const callerIn = (
  database: { db: Kysely<Database>; url: string | null },
  town: TransferTown,
  viewer = town.baseManager,
  language: 'zh' | 'en' = 'en',
) =>
  buildCaller(database.db, {
    viewer,
    now: town.now,
    request: { language },
    config: database.url === null ? {} : { DATABASE_URL: database.url },
  })
