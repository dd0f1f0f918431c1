import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { Rule } from './rules.ts'

/** The conditions of a rule other than its site; null = not narrowed. */
export type Narrowing = Pick<Rule, 'clientId' | 'accountId' | 'type'>
/** Counts of the machines in service at a site, by state. */
export type SiteFigures = {
  companyId: number
  siteId: number
  normal: number
  low: number
  warn: number
  offline: number
}
export const inService = ({ normal, low, warn, offline }: SiteFigures): number => normal + low + warn + offline

const narrowingKey = ({ clientId, accountId, type }: Narrowing): string =>
  `${clientId ?? 0} ${accountId ?? 0} ${type ?? ''}`
export const isNarrowed = ({ clientId, accountId, type }: Narrowing): boolean =>
  clientId !== null || accountId !== null || type !== null

/**
 * Group rules by tenant, owner and type. In a group, the rule of a site applies at that site, and the rule without a
 * site everywhere else.
 */
export function narrowed(rules: readonly Rule[]): { narrowing: Narrowing; companyId: number; rules: Rule[] }[] {
  const groups = new Map<string, { narrowing: Narrowing; companyId: number; rules: Rule[] }>()
  for (const rule of rules) {
    const key = `${rule.companyId} ${narrowingKey(rule)}`
    const group = groups.get(key)
    if (group) group.rules.push(rule)
    else
      groups.set(key, {
        narrowing: { clientId: rule.clientId, accountId: rule.accountId, type: rule.type },
        companyId: rule.companyId,
        rules: [rule],
      })
  }
  return [...groups.values()]
}

/**
 * Return the SQL conditions of a narrowing, for a table with owner and type columns. `table` is its name in the
 * statement.
 */
export const narrowingConditions = (table: string, { clientId, accountId, type }: Narrowing) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`${clientId === null ? sql`` : sql` and ${column('client_id')} = ${clientId}`}${
    accountId === null ? sql`` : sql` and ${column('account_id')} = ${accountId}`
  }${type === null ? sql`` : sql` and ${column('type')} = ${type}`}`
}

/**
 * Read from the counters how many machines of each site are in service, by state.
 * @param siteIds null = all sites of the tenants
 */
export async function readFigures(
  db: Db,
  companyIds: readonly number[],
  siteIds: readonly number[] | null,
  narrowing: Narrowing = { clientId: null, accountId: null, type: null },
): Promise<SiteFigures[]> {
  if (siteIds?.length === 0) return []
  const companies = sql`any(${[...companyIds]}::int[])`
  const ofSites = (column: string) =>
    siteIds === null ? sql`${sql.ref(column)} <> 0` : sql`${sql.ref(column)} = any(${[...siteIds]}::int[])`
  const { rows } = await (isNarrowed(narrowing)
    ? sql<SiteFigures>`
        select c.company_id as "companyId", c.site_id as "siteId",
          ${sql.join((['normal', 'low', 'warn', 'offline'] as const).map((state) => sql`coalesce(sum(c.devices) filter (where c.state = ${state}), 0)::int as ${sql.ref(state)}`))}
        from device_leaf_count c where c.company_id = ${companies} and ${ofSites('c.site_id')}${narrowingConditions('c', narrowing)} group by 1, 2 order by 1, 2`
    : sql<SiteFigures>`
        select company_id as "companyId", place_id as "siteId", normal, low, warn, offline from device_place_count
        where kind = 'site' and company_id = ${companies} and ${ofSites('place_id')} order by 1, 2`
  ).execute(db)
  return rows
}
