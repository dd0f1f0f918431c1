import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

const worklists = {
  out: `type = '送修' and not closed and voided_at is null`,
  waiting: `type = '送回' and back_online_at is null and voided_at is null`,
  repeat: 'repeat_of_id is not null and voided_at is null',
}

/** Several columns as one text, in the form of a search. */
const joined = (columns: readonly string[]) =>
  `(${columns.map((column) => `coalesce(${column}, '')`).join(' || chr(10) || ')})`
const reportTexts = joined(['report_number', 'tanker_number', 'license_number', 'checked_org', 'contact_name', 'name'])
const reservationTexts = joined(['tanker_number', 'license_number', 'checked_org', 'contact_name'])
const projectTexts = joined(['name', 'project_no', 'city'])
const userTexts = joined(['name', 'user_name', 'phone'])

/**
 * Index long lists in their order for all bases together, and by rare values: a page, and the count up to 10,000, stop
 * as soon as they have enough rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'create index repair_daily_newest on repair_daily(repair_date, id)',
    'create index repair_daily_outcome on repair_daily(company_id, outcome, repair_date, id) where outcome is not null',
    ...Object.entries(worklists).map(
      ([name, condition]) =>
        `create index repair_daily_${name}_anywhere on repair_daily(repair_date, id) where ${condition}`,
    ),
    `create index report_search on report using gin(${reportTexts} gin_trgm_ops, text_parts(${reportTexts}))`,
    'create index report_of_site on report(company_id, site_id, id desc) where site_id is not null',
    'create index report_in_status on report(company_id, status, id desc)',
    'create index report_created on report(company_id, create_time)',
    'create index report_finished on report(company_id, finished_at) where status = 2',
    `create index reservation_search on reservation using gin(${reservationTexts} gin_trgm_ops, text_parts(${reservationTexts}))`,
    'create index reservation_newest on reservation(reserve_time desc, id desc)',
    'create index reservation_of_site on reservation(company_id, site_id, reserve_time desc, id desc) where site_id is not null',
    'create index reservation_of_plan on reservation(plan_id, id)',
    'create index reservation_cancelled on reservation(company_id, reserve_time desc, id desc) where cancelled_at is not null',
    'create index testee_search on testee using gin(name gin_trgm_ops, text_parts(name))',
    `create index project_search on project using gin(${projectTexts} gin_trgm_ops, text_parts(${projectTexts})) where deleted_at is null`,
    `create index app_user_search on app_user using gin(${userTexts} gin_trgm_ops, text_parts(${userTexts})) where deleted_at is null`,
    'create index app_user_newest on app_user(create_time desc, id desc) where deleted_at is null',
    `create index app_user_staff on app_user(name, id)
      where not disabled and deleted_at is null and client_id is null and account_id is null and nick_name is not null`,
    'create index membership_company on membership(company_id, user_id)',
    'create index app_user_role on app_user(nick_name, name, id) where deleted_at is null',
  ])
}
