import type { Kysely, Transaction } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import type { Database } from '#server/db/tables.ts'
import type { RequestHead, Viewer } from '#server/viewer.ts'
import { type AuditArea, type AuditKind, isAuditArea, kindOfArea } from '#shared/audit-kinds.ts'
import { withoutPhones } from './sign-in/masked-phones.ts'

/** The acting viewer, and the request that it came with. */
type Actor = { viewer: Viewer | null; request: RequestHead }

export type AuditEntry = {
  action: AuditAction
  targetKind?: AuditKind
  targetId?: string | number
  result?: string
  details?: Record<string, unknown>
  companyId?: number | null
}

export type Audit = {
  /**
   * Write one row, in the transaction of the change where there is one. Never put a password, token or phone into
   * `details`.
   */
  write(db: Kysely<Database> | Transaction<Database>, ctx: Actor, entry: AuditEntry): Promise<void>
  /** Record that a signed-in caller was refused `path`; of the input only the id of its target is kept. */
  denied(ctx: Actor & { db: Kysely<Database> }, path: `${AuditArea}.${string}`, input?: unknown): Promise<void>
}

/** A phone number used as user name loses its middle digits; `actor_user_id` identifies the user. */
const actorOf = (viewer: Viewer | null): string =>
  viewer === null ? 'anonymous' : viewer.actor === 'cli' ? 'cli' : withoutPhones(viewer.userName)

/** Return the target of a refused call, if its input has an id. */
function targetOf(path: string, input: unknown): Pick<AuditEntry, 'targetKind' | 'targetId'> {
  const area = path.split('.')[0] ?? ''
  const sent = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const id = [sent.id, sent.userId, sent.companyId].find(
    (value) => (typeof value === 'number' && Number.isInteger(value)) || /^\d{1,10}$/.test(String(value)),
  )
  return id === undefined || !isAuditArea(area) ? {} : { targetKind: kindOfArea[area], targetId: String(id) }
}

/** Create the audit log: who did what, when and from where. A database trigger keeps its rows immutable. */
export function createAudit(): Audit {
  const write = async (
    db: Kysely<Database>,
    { viewer, request }: Actor,
    entry: Omit<AuditEntry, 'action'> & { action: string },
  ): Promise<void> => {
    await db
      .insertInto('audit_log')
      .values({
        actor_user_id: viewer?.userId ?? null,
        actor: actorOf(viewer),
        company_id: entry.companyId === undefined ? (viewer?.companyId ?? null) : entry.companyId,
        address: request.address,
        action: entry.action,
        target_kind: entry.targetKind ?? null,
        target_id: entry.targetId === undefined ? null : String(entry.targetId),
        result: entry.result ?? 'ok',
        details: entry.details === undefined ? null : JSON.stringify(entry.details),
      })
      .execute()
  }
  return {
    write,
    denied: (ctx, path, input) => write(ctx.db, ctx, { action: path, ...targetOf(path, input), result: 'denied' }),
  }
}
