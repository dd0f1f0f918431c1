import { sql } from 'kysely'
import type { OpenDatabase } from '#server/db/opened.ts'
import { buildAccount, buildCompany, buildHeadquarters } from './factories.ts'

/**
 * Create a base with one site and one account, and `count` machines that are normal today; nothing else. @returns their
 * serials
 */
export async function fillSmallFleet(
  { db }: Pick<OpenDatabase, 'db'>,
  count: number,
  today: string,
): Promise<string[]> {
  await buildHeadquarters(db)
  const base = await buildCompany(db, { name: '试验基地' })
  const site = await buildCompany(db, { name: '试验站', super_company_id: base.id })
  const account = await buildAccount(db, { company_id: base.id, name: 'trial-01', site_id: site.id })
  const serials = Array.from(
    { length: count },
    (_, index) => `${index % 3 === 0 ? 'T20B' : 'T30A'}${String(index + 1).padStart(6, '0')}`,
  )
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into device (serial, company_id, client_id, account_id, site_id, type, state, active_worker, active_worker_state, hash_rate, last_report_at)
      select serial, ${base.id}::int, ${account.client_id}::int, ${account.id}::int, ${site.id}::int, left(serial, 3)::device_type, 'normal', 'w1', true,
        case left(serial, 3) when 'T30' then 30 else 20 end, now() from unnest(${serials}::text[]) serial`.execute(trx)
    await sql`select claim_serials(array_agg(serial), array_agg(company_id), array_agg(id)) from device`.execute(trx)
    await sql`insert into device_event (company_id, device_id, from_state, to_state, cause) select company_id, id, null, state, 'registered' from device`.execute(
      trx,
    )
    await sql`select device_daily_month(${today}::date)`.execute(trx)
    await sql`
      insert into device_daily (business_date, device_id, company_id, client_id, account_id, site_id, type, state, reported, ever_reported, hash_avg, hash_target, compliant)
      select ${today}::date, id, company_id, client_id, account_id, site_id, type, state, true, true, hash_rate, hash_rate, true from device`.execute(
      trx,
    )
  })
  return serials
}
