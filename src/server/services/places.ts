import type { Viewer } from '#server/context.ts'
import type { Scope } from '#server/db/scope.ts'
import type { Reach } from '#shared/permissions.ts'

export type Company = { id: number; name: string; kind: 'headquarters' | 'base'; province: string | null; superCompanyId: number | null; tenantId: number }
export type Client = { id: number; name: string; companyId: number }
export type Account = { id: number; name: string; companyId: number; clientId: number; siteId: number | null }

export type PlaceBook = {
  companies: ReadonlyMap<number, Company>
  clients: ReadonlyMap<number, Client>
  accounts: ReadonlyMap<number, Account>
  /** `id` and every company below it. */
  withChildren(id: number): number[]
}

export type Places = {
  /** All names, at most two seconds old. */
  book(): Promise<PlaceBook>
  scopeOf(viewer: Viewer, reach: Reach): Promise<Scope>
  /** Call after writing a company, client or account. */
  forget(): void
}
