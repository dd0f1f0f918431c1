import type { Kysely } from 'kysely'
import { run } from './0001/run.ts'

/**
 * The current company is a session's, so that two browsers of one person never change each other's rows under the same heading;
 * what stands at the user is where his next session begins. Memberships left behind by moves that no screen showed are taken away:
 * nobody but the management enters what lies outside the base he belongs to.
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
