import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { readMachineTypes } from '#server/services/machine-types.ts'
import { AppError } from '#shared/errors.ts'
import type { MachineType } from '#shared/machine-types.ts'
import { type NamedPlaces, namedPlaces } from './named-places.ts'
import { type Company, type PlaceTree, treeOf } from './place-tree.ts'

export type Client = { id: number; name: string; companyId: number; province: string | null; deleted: boolean }
export type Account = {
  id: number
  name: string
  companyId: number
  clientId: number
  siteId: number | null
  deleted: boolean
}

type Named = { companies: NamedPlaces<Company>; clients: NamedPlaces<Client>; accounts: NamedPlaces<Account> }

export type PlaceBook = PlaceTree & {
  /** The version when the read began: the content may be newer, never older. */
  version: number
  companies: ReadonlyMap<number, Company>
  clients: ReadonlyMap<number, Client>
  accounts: ReadonlyMap<number, Account>
  /** The same places in the order of their names. */
  named: Named
  /** Machine types in their order. They are not places, but every process must learn their changes in the same way. */
  types: readonly MachineType[]
  /** Whether a roll-up stores the sums over all tenants; false when tenants are on several nodes. */
  keepsSumsOfAll: boolean
}

/**
 * The version of all names as SQL, to be added to another query: microseconds of the last change, exact as a number for
 * 280 years.
 */
export const placeVersionSql = '(select version::float8 from place_version)'

export async function readPlaceVersion(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select ${sql.raw(placeVersionSql)} as version`.execute(db)
  return rows[0]?.version ?? 0
}

type Ids = readonly number[] | null

/** Read all companies, or those of `ids`. */
async function readCompanies(db: Kysely<Database>, ids: Ids): Promise<Company[]> {
  const { rows } =
    await sql<Company>`select id, name, kind, province, super_company_id as "superCompanyId", tenant_id as "tenantId",
    deleted_at is not null as deleted from company ${among(ids)} order by id`.execute(db)
  return rows
}

async function readClients(db: Kysely<Database>, ids: Ids): Promise<Client[]> {
  const { rows } =
    await sql<Client>`select id, name, company_id as "companyId", province, deleted_at is not null as deleted
    from client ${among(ids)} order by id`.execute(db)
  return rows
}

async function readAccounts(db: Kysely<Database>, ids: Ids): Promise<Account[]> {
  const { rows } =
    await sql<Account>`select id, name, company_id as "companyId", client_id as "clientId", site_id as "siteId",
    deleted_at is not null as deleted from account ${among(ids)} order by id`.execute(db)
  return rows
}

async function readShape(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ keeps: boolean }>`select keeps_sums_of_all() as keeps`.execute(db)
  return rows[0]?.keeps ?? true
}

const among = (ids: Ids) => (ids === null ? sql`` : sql`where id = any(${[...ids]}::int[])`)

const bookOf = (
  version: number,
  named: Named,
  types: readonly MachineType[],
  keepsSumsOfAll: boolean,
  tree: PlaceTree,
): PlaceBook => ({
  ...tree,
  version,
  types,
  keepsSumsOfAll,
  companies: named.companies.byId,
  clients: named.clients.byId,
  accounts: named.accounts.byId,
  named,
})

/** Above this number of changes, a full read is faster. */
const mostChanges = 2_000

type Changes = Record<'company' | 'client' | 'account' | 'machine_type', Set<number>>

/**
 * Return the places that have changed since a version; null when the database does not know that version any more, or
 * too many have changed.
 */
async function changesSince(db: Kysely<Database>, version: number): Promise<Changes | null> {
  const { rows } = await sql<{ kind: keyof Changes | ''; id: number; same: boolean }>`
    select distinct case when version = ${version}::float8::bigint then '' else kind end as kind,
      case when version = ${version}::float8::bigint then 0 else place_id end as id, version = ${version}::float8::bigint as same
    from place_change where version >= ${version}::float8::bigint limit ${mostChanges + 1}`.execute(db)
  const later = rows.filter(({ same }) => !same)
  if (later.length === rows.length || rows.length > mostChanges) return null
  const changes: Changes = { company: new Set(), client: new Set(), account: new Set(), machine_type: new Set() }
  for (const { kind, id } of later) {
    if (kind === '') return null
    changes[kind].add(id)
  }
  return changes
}

async function afterChanges<Place extends { id: number; name: string }>(
  known: NamedPlaces<Place>,
  ids: ReadonlySet<number>,
  read: (ids: readonly number[]) => Promise<Place[]>,
): Promise<NamedPlaces<Place>> {
  return ids.size === 0 ? known : known.after(ids, await read([...ids]))
}

/**
 * Read all names, or only those that have changed since `known`. Deleted places stay in the book, because devices and
 * their history still reference them.
 */
export async function loadPlaceBook(db: Kysely<Database>, known: PlaceBook | null = null): Promise<PlaceBook> {
  const version = await readPlaceVersion(db)
  if (known && version === known.version) return known
  // A restored database has an older version, or does not know the version of the book.
  const changes = known && version > known.version ? await changesSince(db, known.version) : null
  if (!known || !changes) {
    const [companies, clients, accounts, types, keepsSumsOfAll] = await Promise.all([
      readCompanies(db, null),
      readClients(db, null),
      readAccounts(db, null),
      readMachineTypes(db),
      readShape(db),
    ])
    const named = { companies: namedPlaces(companies), clients: namedPlaces(clients), accounts: namedPlaces(accounts) }
    return bookOf(version, named, types, keepsSumsOfAll, treeOf(named.companies.byId))
  }
  const { named } = known
  const [companies, clients, accounts, types] = await Promise.all([
    afterChanges(named.companies, changes.company, (ids) => readCompanies(db, ids)),
    afterChanges(named.clients, changes.client, (ids) => readClients(db, ids)),
    afterChanges(named.accounts, changes.account, (ids) => readAccounts(db, ids)),
    changes.machine_type.size === 0 ? known.types : readMachineTypes(db),
  ])
  const tree = companies === named.companies ? known : treeOf(companies.byId)
  return bookOf(version, { companies, clients, accounts }, types, known.keepsSumsOfAll, tree)
}

/** Return the id of the headquarters, to which a batch over several tenants belongs. @throws AppError NOT_FOUND if all are deleted */
export function headquartersOf({ companies }: Pick<PlaceBook, 'companies'>): number {
  for (const { id, kind, deleted } of companies.values()) if (kind === 'headquarters' && !deleted) return id
  throw new AppError('NOT_FOUND')
}
