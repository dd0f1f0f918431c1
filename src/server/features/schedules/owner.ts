import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { mayEnterSql } from '#server/session.ts'
import type { Viewer } from '#server/viewer.ts'
import { roleOfLabel } from '#shared/roles.ts'

type Row = {
  user_name: string
  name: string
  nick_name: string | null
  client_id: number | null
  account_id: number | null
  company_kind: Viewer['companyKind']
  tenant_id: number
}

/**
 * Return the user with whose permissions a job runs without a session, in the current state; null = deleted, disabled,
 * or without access to the company.
 * @param companyId the company that the user works in
 */
export async function ownerViewer(db: Kysely<Database>, userId: number, companyId: number): Promise<Viewer | null> {
  const { rows } =
    await sql<Row>`select u.user_name, u.name, u.nick_name, u.client_id, u.account_id, c.kind as company_kind, c.tenant_id
    from app_user u join company c on c.id = ${companyId} where u.id = ${userId} and not u.disabled and u.deleted_at is null and ${sql.raw(mayEnterSql)}`.execute(
      db,
    )
  const [row] = rows
  if (!row) return null
  return {
    ...{
      actor: 'user',
      userId,
      userName: row.user_name,
      name: row.name,
      role: roleOfLabel(row.nick_name),
      sessionId: null,
    },
    ...{
      companyId,
      companyKind: row.company_kind,
      tenantId: row.tenant_id,
      clientId: row.client_id,
      accountId: row.account_id,
    },
  }
}
