import type { Db } from '#server/db/tables.ts'
import type { AlertMoment } from '#shared/alerts.ts'

/** Insert a channel of a base. @returns its id */
export async function insertChannel(db: Db, companyId: number, given: object = {}): Promise<number> {
  const values = {
    company_id: companyId,
    name: `通道 ${Math.random()}`,
    kind: 'webhook',
    host: 'a.example',
    language: 'zh',
    least_severity: 'notice',
    ...given,
  }
  const { id } = await db
    .insertInto('channel')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Insert an event, by default the outage of a site. @returns its id */
export async function insertAlert(db: Db, given: { company_id: number; site_id: number | null }): Promise<number> {
  const values = {
    client_id: null,
    account_id: null,
    type: null,
    kind: 'site.outage',
    severity: 'critical',
    rule_id: null,
    count_of: 120,
    detail: '{}',
    ...given,
  }
  const { id } = await db
    .insertInto('alert')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Insert a notice of an event that no message announces yet. */
export const insertNotice = (
  db: Db,
  notice: { company_id: number; alert_id: number; moment: AlertMoment; at: Date; count: number },
) =>
  db
    .insertInto('alert_notice')
    .values({ ...notice, taken_at: null })
    .execute()
