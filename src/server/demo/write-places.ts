import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { demoAccounts } from './fleet.ts'
import { demoBases, demoClients, demoHeadquarters, demoSites } from './places-data.ts'

/** Row ids by the index of the entry in places-data.ts. */
export type PlaceIds = { headquarters: number; bases: number[]; sites: number[]; clients: number[]; accounts: number[] }

export const at = (ids: readonly number[], index: number): number => {
  const id = ids[index]
  if (id === undefined) throw new Error(`the demonstration has no row ${index}`)
  return id
}

/** Insert a company below another; a base directly below headquarters is its own tenant. */
async function addBase(
  trx: Transaction<Database>,
  place: { name: string; domain: string; province: string; city: string; region: string },
  above: number,
  tenant: number | null,
): Promise<number> {
  const added = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('company', 'id'))::int as id)
    insert into company (id, kind, name, domain, province, city, region, super_company_id, tenant_id)
    select id, 'base', ${place.name}, ${place.domain}, ${place.province}, ${place.city}, ${place.region}, ${above}::int, coalesce(${tenant}::int, id) from next
    returning id`.execute(trx)
  return at(
    added.rows.map((row) => row.id),
    0,
  )
}

/** Insert headquarters, the two bases, their six sites, the clients and their sub-accounts. */
export async function writePlaces(trx: Transaction<Database>): Promise<PlaceIds> {
  const made = await sql<{ id: number }>`
    with next as (select nextval(pg_get_serial_sequence('company', 'id'))::int as id)
    insert into company (id, kind, name, province, city, region, super_company_id, tenant_id)
    select id, 'headquarters', ${demoHeadquarters.name}, ${demoHeadquarters.province}, ${demoHeadquarters.city}, ${demoHeadquarters.region}, null, id from next
    returning id`.execute(trx)
  const headquarters = at(
    made.rows.map((row) => row.id),
    0,
  )
  const bases: number[] = []
  for (const base of demoBases) bases.push(await addBase(trx, base, headquarters, null))
  const sites: number[] = []
  for (const site of demoSites) sites.push(await addBase(trx, site, at(bases, site.base), at(bases, site.base)))
  const clients: number[] = []
  for (const { name, base, province, city } of demoClients) {
    const added = await trx
      .insertInto('client')
      .values({ company_id: at(bases, base), name, province, city })
      .returning('id')
      .executeTakeFirstOrThrow()
    clients.push(added.id)
  }
  const accounts: number[] = []
  for (const { name, client, site } of demoAccounts) {
    const base = demoClients[client]?.base ?? 0
    const values = { company_id: at(bases, base), client_id: at(clients, client), site_id: at(sites, site), name }
    const added = await trx.insertInto('account').values(values).returning('id').executeTakeFirstOrThrow()
    accounts.push(added.id)
  }
  return { headquarters, bases, sites, clients, accounts }
}
