import type { Connection } from './connection.ts'

/** Headquarters, and the first base below it. */
export const headquarters = 1
export const firstTenant = 2

/** Queries of places, each with the columns of its rows in `insertPlaces`. */
type Places = {
  /** id, name */
  bases: string
  /** id, name, the base */
  sites: string
  /** id, base, name */
  clients: string
  /** id, base, client, site, name */
  accounts: string
}

/** Create headquarters and the places of a fleet. */
export async function insertPlaces(connection: Connection, { bases, sites, clients, accounts }: Places): Promise<void> {
  await connection.query(`insert into company (id, kind, name, province, super_company_id, tenant_id)
    select ${headquarters}, 'headquarters', '总部', null, null, ${headquarters}
    union all select base.id, 'base', base.name, null, ${headquarters}, base.id from (${bases}) base(id, name)`)
  await connection.query(`insert into company (id, kind, name, province, super_company_id, tenant_id)
    select site.id, 'base', site.name, '江苏省', site.base, site.base from (${sites}) site(id, name, base)`)
  await connection.query(`insert into client (id, company_id, name) ${clients}`)
  await connection.query(`insert into account (id, company_id, client_id, site_id, name) ${accounts}`)
}

/** Return a name whose order differs from that of its number, as in a fleet that grew over years. */
export const shuffled = (label: string, factor: number, modulus: number, number = 'n'): string =>
  `'${label} ' || lpad(((${number} * ${factor}::bigint) % ${modulus})::text, ${String(modulus).length}, '0')`

type Person = { userName: string; role: string | null; companyId: number; passwordHash: string | undefined }
/** Create a user of a company, unless there is one of that name. */
export const insertPerson = (connection: Connection, { userName, role, companyId, passwordHash }: Person) =>
  connection.query(
    `with person as (insert into app_user (user_name, name, password_hash, nick_name, company_id, home_company_id, last_password_reset_date)
      values ($1, $1, $2, $3, $4, $4, now()) on conflict do nothing returning id)
    insert into membership (user_id, company_id) select id, $4 from person`,
    [userName, passwordHash, role, companyId],
  )

/** Read the stored password of a user, for others with the same one. */
export async function passwordHashOf(connection: Connection, userName: string): Promise<string | undefined> {
  const { rows } = (await connection.query('select password_hash as hash from app_user where user_name = $1', [
    userName,
  ])) as { rows: { hash: string }[] }
  return rows[0]?.hash
}
