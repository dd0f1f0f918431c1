import type { Kysely } from 'kysely'
import type { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { Role } from '#shared/permissions.ts'
import type { Config } from './config.ts'
import type { Database } from './db/tables.ts'
import type { Services } from './services/services.ts'

/** Whoever calls, as read from the database on this very request. */
export type Viewer = {
  /** cli = the terminal of the operator, with a manager's rights; its id is null. */
  actor: 'user' | 'cli'
  userId: number | null
  userName: string
  name: string
  role: Role
  /** The current company, and the tenant it belongs to. */
  companyId: number
  companyKind: 'headquarters' | 'base'
  tenantId: number
  clientId: number | null
  accountId: number | null
  sessionId: number | null
}

/** What a procedure gets, the same from each of the three doors. */
export type Context = {
  db: Kysely<Database>
  /** Charts, lists and exports; the replica when one is configured, otherwise `db`. */
  readDb: Kysely<Database>
  config: Config
  services: Services
  viewer: Viewer | null
  /** Why there is no viewer although a token was sent. */
  refusal: AppError | null
  clock: () => Date
  request: { id: string; address: string; agent: string; language: Language; token: string | null }
}
