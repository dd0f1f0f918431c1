import type { Scope } from '#server/db/scope.ts'
import type { PlaceBook } from '#server/services/place-book.ts'

/**
 * The companies whose stock is the caller's: the bases of his scope, and headquarters for whoever reaches everything. A base is
 * whole or not at all: whoever sees only some of its sites has no stock of his own.
 */
export function shelvesOf(scope: Scope, book: PlaceBook): number[] {
  const bases = scope.branches.filter(({ siteIds, clientId, accountId }) => siteIds === undefined && clientId === undefined && accountId === undefined)
  const headquarters = [...book.companies.values()].filter(({ kind, deleted }) => scope.everything && kind === 'headquarters' && !deleted)
  return [...headquarters.map(({ id }) => id), ...bases.map(({ companyId }) => companyId)]
}
