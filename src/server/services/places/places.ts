import { type Kysely, sql } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import { type Branch, emptyScope, type Scope } from '#server/db/scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Reach } from '#shared/roles.ts'
import { narrow, type PlacedFilters } from './narrow-scope.ts'
import { loadPlaceBook, type PlaceBook, readPlaceVersion } from './place-book.ts'

export type Places = {
  /** Return all names, at least as new as the version that was last noticed. */
  book(): Promise<PlaceBook>
  scopeOf(viewer: Viewer, reach: Reach): Promise<Scope>
  /**
   * Return the devices that the filters leave of a scope; filters narrow, never widen.
   * @throws AppError NOT_FOUND for a company, client, account or site that is foreign or missing, alike
   */
  narrow(scope: Scope, filters?: PlacedFilters): Promise<DeviceSet>
  /**
   * Report the version of all names from a query that began at `askedAt` (`performance.now()`): a book of another
   * version is reloaded. Every session query reads it, too, so that a change that one process has confirmed is visible
   * on the next.
   */
  noticeVersion(version: number, askedAt: number): void
  /** Query the version, for a caller without a session. */
  refresh(): Promise<void>
  /** Call it after writing a company, client or account. */
  forget(): void
}

/** `complete` = the book that has been read: a call that finds it need not wait. */
type Reading = { book: Promise<PlaceBook>; startedAt: number; complete: PlaceBook | null }

/** Return the tenants on whose sites a client or an account has or had devices, and its own tenant. */
async function tenantsOf(
  db: Kysely<Database>,
  book: PlaceBook,
  kind: 'client' | 'account',
  id: number,
  home: number,
): Promise<number[]> {
  // Devices that moved elsewhere leave device-days behind; one index probe finds each base.
  const past = book.keepsSumsOfAll
    ? sql`(with recursive base as (
        (select company_id from daily_scope where kind = ${kind} and scope_id = ${id} order by company_id limit 1)
        union all select (select d.company_id from daily_scope d where d.kind = ${kind} and d.scope_id = ${id} and d.company_id > base.company_id
          order by d.company_id limit 1) from base where base.company_id is not null)
      select company_id from base where company_id is not null)`
    : sql`(select distinct company_id from daily_scope where kind = ${kind} and scope_id = ${id})`
  const { rows } = await sql<{ id: number }>`
    select company_id as id from device_place_count where kind = ${kind} and place_id = ${id} and devices > 0 union ${past}`.execute(
    db,
  )
  const stands = (companyId: number) => book.companies.get(companyId)?.deleted === false
  return [...new Set([home, ...rows.map((row) => row.id)])].filter(stands).sort((left, right) => left - right)
}

/** Return the parts of the fleet that a viewer reaches, including deleted sites. */
async function branchesOf(db: Kysely<Database>, book: PlaceBook, viewer: Viewer, reach: Reach): Promise<Scope> {
  if (reach === 'client' || reach === 'account') {
    const account = reach === 'account' && viewer.accountId !== null ? book.accounts.get(viewer.accountId) : undefined
    const client = reach === 'client' && viewer.clientId !== null ? book.clients.get(viewer.clientId) : undefined
    const owner = account ?? client
    if (!owner) return emptyScope
    const tenants = await tenantsOf(db, book, account ? 'account' : 'client', owner.id, owner.companyId)
    return {
      everything: false,
      branches: tenants.map(
        (companyId): Branch => ({ companyId, ...(account ? { accountId: owner.id } : { clientId: owner.id }) }),
      ),
    }
  }
  const company = book.companies.get(viewer.companyId)
  if (!company || company.deleted) return emptyScope
  if (company.kind === 'headquarters') {
    return { everything: true, branches: book.tenants.map((companyId) => ({ companyId })) }
  }
  if (company.id === company.tenantId) return { everything: false, branches: [{ companyId: company.id }] }
  return { everything: false, branches: [{ companyId: company.tenantId, siteIds: book.withChildren(company.id) }] }
}

/** Return the scope without deleted sites. */
async function scopeBy(
  db: Kysely<Database>,
  currentBook: () => Promise<PlaceBook>,
  viewer: Viewer,
  reach: Reach,
): Promise<Scope> {
  if (reach === 'own' || reach === 'open') return emptyScope
  const scope = await branchesOf(db, await currentBook(), viewer, reach)
  const book = await currentBook()
  if (!book.hasDeletedSite) return scope
  const whole = scope.branches.filter(({ siteIds }) => siteIds === undefined).map(({ companyId }) => companyId)
  const withoutSiteIds = book.deletedSites(whole)
  return withoutSiteIds.length === 0 ? scope : { ...scope, withoutSiteIds }
}

/** Cache companies, clients and accounts, so that no list has to join them; changes of any process are reloaded. */
export function createPlaces({ db }: { db: Kysely<Database> }): Places {
  let held: Reading | null = null
  /** The last book, complete or updated: only the changes since then must be read. */
  let last: PlaceBook | null = null

  const read = (): Reading => {
    const reading: Reading = { book: loadPlaceBook(db, last), startedAt: performance.now(), complete: null }
    reading.book.then(
      (book) => {
        last = book
        reading.complete = book
      },
      () => {
        if (held === reading) held = null
      },
    )
    return reading
  }

  async function currentBook(): Promise<PlaceBook> {
    if (held?.complete) return held.complete
    const calledAt = performance.now()
    for (;;) {
      held ??= read()
      const reading = held
      const book = await reading.book
      // It was dropped meanwhile, but a read that began after this call is new enough, however often names change.
      if (held === reading || reading.startedAt >= calledAt) return book
    }
  }

  function noticeVersion(version: number, askedAt: number): void {
    const reading = held
    if (!reading) return
    const compare = (book: PlaceBook) => {
      // An older version from before the read is outdated; from after the read, the database was restored.
      const differs = askedAt > reading.startedAt ? version !== book.version : version > book.version
      if (differs && held === reading) held = null
    }
    if (reading.complete) compare(reading.complete)
    else reading.book.then(compare).catch(() => undefined)
  }

  return {
    book: currentBook,
    scopeOf: (viewer, reach) => scopeBy(db, currentBook, viewer, reach),
    narrow: async (scope, filters = {}) => narrow(db, await currentBook(), scope, filters),
    noticeVersion,
    async refresh() {
      const askedAt = performance.now()
      noticeVersion(await readPlaceVersion(db), askedAt)
    },
    forget() {
      held = null
    },
  }
}
