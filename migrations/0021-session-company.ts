import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * Move the current company to the session, so that two browsers of one user never change the rows of each other's
 * company; the user's column is the company of the next session. Memberships left over from moves that no screen showed
 * are removed: only the management enters companies outside its own base.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(db, [
    'alter table session add column company_id int references company(id) on delete cascade',
    'update session set company_id = u.company_id from app_user u where u.id = session.user_id',
    'alter table session alter column company_id set not null',
    `delete from membership m using app_user u, company c
      where u.id = m.user_id and c.id = m.company_id and u.nick_name is distinct from '管理层'
      and c.id <> u.home_company_id and c.tenant_id <> u.home_company_id`,
    `update app_user u set company_id = u.home_company_id from company c
      where c.id = u.company_id and u.nick_name is distinct from '管理层' and c.id <> u.home_company_id and c.tenant_id <> u.home_company_id`,
  ])
}
