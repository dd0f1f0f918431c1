import type { Connection } from './connection.ts'
import { fraction, skewed, typeOf } from './drawn.ts'
import { firstTenant, insertPlaces, shuffled } from './made-rows.ts'
import type { FleetSizes } from './sizes.ts'

/** Create headquarters and `companies` bases, each with its own clients, accounts and sites. */
export const addManyCompanies = (
  connection: Connection,
  companies: number,
  { clients, accounts, sites }: FleetSizes,
): Promise<void> => {
  const firstSite = firstTenant + companies
  const series = (each: number) => `generate_series(0, ${companies * each - 1}) n`
  return insertPlaces(connection, {
    bases: `select ${firstTenant} + n, ${shuffled('基地', 7919, 10007)} from ${series(1)}`,
    sites: `select ${firstSite} + n, ${shuffled('站点', 7919, 100003)}, ${firstTenant} + n / ${sites} from ${series(sites)}`,
    clients: `select 1 + n, ${firstTenant} + n / ${clients}, ${shuffled('客户', 7919, 100003)} from ${series(clients)}`,
    accounts: `select 1 + n, ${firstTenant} + company, 1 + company * ${clients} + own % ${clients}, ${firstSite} + company * ${sites} + own % ${sites},
      ${shuffled('子账号', 6151, 100003)}
      from ${series(accounts)} cross join lateral (select n / ${accounts} as company, n % ${accounts} as own) divided`,
  })
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
