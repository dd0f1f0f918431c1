import type { Kysely, Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'

export type AuditEntry = {
  action: string
  targetKind?: string
  targetId?: string | number
  result?: string
  details?: Record<string, unknown>
  companyId?: number | null
}

export type Audit = {
  /** Writes one row, in the transaction of the change where there is one. Never put a password, token or phone into `details`. */
  write(db: Kysely<Database> | Transaction<Database>, ctx: Pick<Context, 'viewer' | 'request'>, entry: AuditEntry): Promise<void>
  /** A signed-in caller was refused `path`. */
  denied(ctx: Context, path: string): Promise<void>
}
