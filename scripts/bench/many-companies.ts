import type { Connection } from './connection.ts'
import { fraction, skewed, typeOf } from './drawn.ts'
import type { FleetSizes } from './sizes.ts'

const headquarters = 1
const firstTenant = 2

/** Create headquarters and `companies` bases, each with its own clients, accounts and sites. */
export async function addManyCompanies(
  connection: Connection,
  companies: number,
  { clients, accounts, sites }: FleetSizes,
): Promise<void> {
  const firstSite = firstTenant + companies
  await connection.query(
    `insert into company (id, kind, name, super_company_id, tenant_id) values (${headquarters}, 'headquarters', '总部', null, ${headquarters})`,
  )
  await connection.query(`insert into company (id, kind, name, super_company_id, tenant_id)
    select ${firstTenant} + c, 'base', '基地 ' || lpad(((c * 7919) % 10007)::text, 5, '0'), ${headquarters}, ${firstTenant} + c from generate_series(0, ${companies - 1}) c`)
  await connection.query(`insert into company (id, kind, name, province, super_company_id, tenant_id)
    select ${firstSite} + n, 'base', '站点 ' || lpad(((n * 7919::bigint) % 100003)::text, 6, '0'), '江苏省', tenant, tenant
    from generate_series(0, ${companies * sites - 1}) n cross join lateral (select ${firstTenant} + n / ${sites} as tenant) owner`)
  await connection.query(`insert into client (id, company_id, name)
    select 1 + n, ${firstTenant} + n / ${clients}, '客户 ' || lpad(((n * 7919::bigint) % 100003)::text, 6, '0') from generate_series(0, ${companies * clients - 1}) n`)
  await connection.query(`insert into account (id, company_id, client_id, site_id, name)
    select 1 + n, ${firstTenant} + company, 1 + company * ${clients} + own % ${clients}, ${firstSite} + company * ${sites} + own % ${sites},
      '子账号 ' || lpad(((n * 6151::bigint) % 100003)::text, 6, '0')
    from generate_series(0, ${companies * accounts - 1}) n cross join lateral (select n / ${accounts} as company, n % ${accounts} as own) divided`)
}

/**
 * Return rows (n, type, company_id, client_id, account_id, site_id) of a fleet of many companies, one company after the
 * other.
 */
export function placedInMany(devices: number, companies: number, { clients, accounts, sites }: FleetSizes): string {
  const perClient = accounts / clients
  return `select n, type, ${firstTenant} + company as company_id, 1 + company * ${clients} + client as client_id,
      1 + company * ${accounts} + client + ${clients} * account as account_id,
      ${firstTenant + companies} + company * ${sites} + (client + ${clients} * account) % ${sites} as site_id
    from (
      select n, ((n - 1)::bigint * ${companies} / ${devices})::int as company, ${typeOf('n')} as type,
        ${skewed(fraction('n', 5), clients)} as client, least(${perClient - 1}, floor(${perClient} * ${fraction('n', 13)})::int) as account
      from generate_series(1, ${devices}) n) drawn`
}
