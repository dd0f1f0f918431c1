import type { Connection } from './connection.ts'
import { fraction, skewed, typeOf } from './drawn.ts'
import { firstTenant, insertPlaces, shuffled } from './made-rows.ts'
import type { FleetSizes } from './sizes.ts'

/**
 * A fleet whose bases came one after the other. Where the rows of two bases alternate, each is found everywhere along
 * an index without the tenant, so that a plan that skips the rows of all others goes unnoticed.
 *
 * The first twentieth of all rows belongs to a base that ended, the last tenth to one that joined late. Between them
 * are the large base and a small one, whose rows alternate; the large base has an early and a late client, each with a
 * site of its own.
 */
export const [earlyTenant, lateTenant] = [900_001, 900_002]
const secondTenant = 3
const firstSite = 4
/** Every fiftieth row between those bases belongs to the small one. */
const secondCompany = 50
const [early, late] = [0.05, 0.9]
/** Share of the rows that the early and the late client of the large base have. */
const clientShare = 0.02

/** The first client, account and site of a base or of a client that is apart, and the number of each of a base. */
const [ofEarly, ofLate, earlyOwner, lateOwner] = [901_000, 902_000, 903_001, 903_002]
const [places, accounts] = [40, 120]

/** A base, and a client of it with an account and a site. */
export type Apart = { tenant: number; client: number; account: number; site: number }
const apartOf = (tenant: number, owner: number): Apart => ({ tenant, client: owner, account: owner, site: owner })
/** The bases and clients whose rows come before or after all others. */
export const apart = {
  early: apartOf(earlyTenant, ofEarly),
  late: apartOf(lateTenant, ofLate),
  earlyClient: apartOf(firstTenant, earlyOwner),
  lateClient: apartOf(firstTenant, lateOwner),
} as const

/** Return one of five expressions by the place of row n among `count` rows. */
const byBand = (
  n: string,
  count: number,
  of: {
    early: number | string
    late: number | string
    earlyClient: string
    lateClient: string
    small: string
    large: string
  },
) => {
  const at = (share: number) => Math.round(count * share)
  return `case when ${n} <= ${at(early)} then ${of.early} when ${n} > ${at(late)} then ${of.late} when ${n} % ${secondCompany} = 0 then ${of.small}
    when ${n} <= ${at(early + clientShare)} then ${of.earlyClient} when ${n} > ${at(late - clientShare)} then ${of.lateClient} else ${of.large} end`
}

/** Return the base of row n among `count` rows. */
export const tenant = (count: number, n = 'n'): string => {
  const large = String(firstTenant)
  return byBand(n, count, {
    early: earlyTenant,
    late: lateTenant,
    small: String(secondTenant),
    earlyClient: large,
    lateClient: large,
    large,
  })
}

const placeOf = (n: string, count: number, each: number, small: number, large: string, key = n) =>
  byBand(n, count, {
    early: `${ofEarly} + ${key} % ${each}`,
    late: `${ofLate} + ${key} % ${each}`,
    small: String(small),
    earlyClient: String(earlyOwner),
    lateClient: String(lateOwner),
    large,
  })
/** Return a site, a client and an account of the base of row n among `count` rows. */
export const siteAt = (count: number, { sites }: FleetSizes, n = 'n', key = n): string =>
  placeOf(n, count, places, firstSite, `${firstSite + 1} + ${key} % ${sites}`, key)
export const clientAt = (count: number, sizes: FleetSizes, n = 'n'): string =>
  placeOf(n, count, places, 1, `2 + ${n} % ${sizes.clients}`)
export const accountAt = (count: number, sizes: FleetSizes, n = 'n'): string =>
  placeOf(n, count, accounts, 1, `2 + ${n} % ${sizes.accounts}`)

/** Return a number in 1…`of` that is at the same place among them as row n among `count` rows: of the same base. */
export const drawnWithin = (count: number, salt: number, of: number, key = 'n', n = key): string => {
  const part = (from: number, until: number) =>
    `${Math.round(of * from)} + 1 + floor(${fraction(key, salt)} * ${Math.max(1, Math.round(of * until) - Math.round(of * from))})`
  return `(case when ${n} <= ${Math.round(count * early)} then ${part(0, early)} when ${n} > ${Math.round(count * late)} then ${part(late, 1)} else ${part(early, late)} end)::int`
}
/** Return a user of the large base, who has checked the most machines. */
export const mainUser = ({ users }: { users: number }): number => 300 * Math.floor(users / 600) + 1
/** Return the last row of the large base before those of its late client. */
export const lastOfLarge = (count: number): number => Math.round(count * (late - clientShare))
/** Return the number of rows of the base that ended. */
export const rowsOfEarly = (count: number): number => Math.round(count * early)

export const addPlacesApart = (connection: Connection, sizes: FleetSizes): Promise<void> => {
  const isSmall = `case when n = 0 then ${secondTenant} else ${firstTenant} end`
  const apart = (each: number) =>
    `(values (${ofEarly}, ${earlyTenant}), (${ofLate}, ${lateTenant})) base(first, tenant) cross join generate_series(0, ${each - 1}) n`
  const owners = `(values (${earlyOwner}), (${lateOwner})) owner(id)`
  return insertPlaces(connection, {
    bases: `values (${firstTenant}, '一号基地'), (${secondTenant}, '二号基地'), (${earlyTenant}, '先行基地'), (${lateTenant}, '后来基地')`,
    sites: `select ${firstSite} + n, '站点 ' || lpad(n::text, 4, '0'), ${isSmall} from generate_series(0, ${sizes.sites}) n
      union all select first + n, '站点 ' || first + n, tenant from ${apart(places)}
      union all select id, '站点 ' || id, ${firstTenant} from ${owners}`,
    clients: `select 1 + n, ${isSmall}, ${shuffled('客户', 7919, 10007)} from generate_series(0, ${sizes.clients}) n
      union all select first + n, tenant, '客户 ' || first + n from ${apart(places)}
      union all select id, ${firstTenant}, '客户 ' || id from ${owners}`,
    accounts: `select 1 + n, ${isSmall}, case when n = 0 then 1 else 2 + (n - 1) % ${sizes.clients} end,
        case when n = 0 then ${firstSite} else ${firstSite} + 1 + (n * 7) % ${sizes.sites} end, ${shuffled('子账号', 6151, 10007)}
        from generate_series(0, ${sizes.accounts}) n
      union all select first + n, tenant, first + n % ${places}, first + n % ${places}, '子账号 ' || first + n from ${apart(accounts)}
      union all select id, ${firstTenant}, id, id, '子账号 ' || id from ${owners}`,
  })
}

/** Return rows (n, type, company_id, client_id, account_id, site_id) of such a fleet. */
export function placedApart(devices: number, sizes: FleetSizes): string {
  const perClient = Math.max(1, Math.floor(sizes.accounts / sizes.clients))
  const account = `client + ${sizes.clients} * account`
  const site = `${firstSite + 1} + ((${account} + 1) * 7 + (case when ${fraction('n', 17)} < 0.8 then 0 else 1 end)) % ${sizes.sites}`
  return `select n, ${typeOf('n')} as type, ${tenant(devices)} as company_id,
      ${placeOf('n', devices, places, 1, '2 + client')} as client_id,
      ${placeOf('n', devices, accounts, 1, `2 + ${account}`)} as account_id,
      ${placeOf('n', devices, places, firstSite, site)} as site_id
    from (
      select n, ${skewed(fraction('n', 5), sizes.clients)} as client, least(${perClient - 1}, floor(${perClient} * ${fraction('n', 13)})::int) as account
      from generate_series(1, ${devices}) n) drawn`
}
