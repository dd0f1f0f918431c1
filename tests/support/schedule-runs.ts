import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** Insert a schedule of a user and a run of it that has ended, to which a file can belong. */
export async function buildScheduleRun(
  db: Kysely<Database>,
  { userId, companyId, now }: { userId: number; companyId: number; now: Date },
): Promise<{ id: number; company_id: number }> {
  const whose = {
    company_id: companyId,
    client_id: null,
    user_id: userId,
    work_company_id: companyId,
    channel_ids: [],
  }
  const what = {
    name: `清单 ${Math.random()}`,
    content: 'list' as const,
    list: 'devices' as const,
    format: 'csv' as const,
    send_as: 'link' as const,
  }
  const none = { view_id: null, filters: null, of_client_id: null, weekdays: null, month_day: null, deleted_at: null }
  const schedule = await db
    .insertInto('schedule')
    .values({ ...whose, ...what, ...none, every: 'day', time: '08:00', next_run: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return db
    .insertInto('schedule_run')
    .values({ schedule_id: schedule.id, company_id: companyId, planned: now, due: now, problem: null, ended_at: now })
    .returning(['id', 'company_id'])
    .executeTakeFirstOrThrow()
}
