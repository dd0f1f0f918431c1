import type { Kysely, Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { Passwords } from '#server/services/sign-in/passwords.ts'
import { roleLabels } from '#shared/roles.ts'
import { demoBases } from './places-data.ts'

/** Public on purpose: these accounts exist only where demonstration data was requested. */
export const demoPassword = 'ColdFleet#26'

type DemoUser = {
  userName: string
  name: string
  label: string | null
  base: number | null
  phone: string
  job: string
  client?: string
  account?: string
}
/**
 * `base` null = headquarters, otherwise the index of the base; `client` and `account` by their names. Source:
 * contract.md, Demonstration accounts.
 */
export const demoUsers: readonly DemoUser[] = [
  { userName: 'admin', name: '管理员', label: roleLabels.manager, base: null, phone: '13800000001', job: '运营总监' },
  { userName: 'base', name: '周海东', label: roleLabels.baseManager, base: 0, phone: '13800000002', job: '基地负责人' },
  { userName: 'inspector', name: '吴晓岚', label: roleLabels.inspector, base: 0, phone: '13800000003', job: '检验员' },
  {
    userName: 'registrar',
    name: '郑文清',
    label: roleLabels.registrar,
    base: 0,
    phone: '13800000004',
    job: '登记人员',
  },
  { userName: 'visitor', name: '孙一鸣', label: null, base: 0, phone: '13800000005', job: '访客' },
  {
    userName: 'base2',
    name: '马建疆',
    label: roleLabels.baseManager,
    base: 1,
    phone: '13800000006',
    job: '基地负责人',
  },
  {
    userName: 'client',
    name: '林晨',
    label: roleLabels.client,
    base: 0,
    phone: '13800000007',
    job: '客户代表',
    client: '晨曦数据',
  },
  {
    userName: 'account',
    name: '高远',
    label: roleLabels.account,
    base: 0,
    phone: '13800000008',
    job: '子账号负责人',
    client: '晨曦数据',
    account: 'chenxi-01',
  },
]

type Owner = { client_id: number | null; account_id: number | null }

/** Return the owner whose machines a user sees; null when that client or sub-account was renamed or deleted. */
async function ownerOf(db: Db, { client, account }: DemoUser): Promise<Owner | null> {
  if (client === undefined) return { client_id: null, account_id: null }
  const found = await db
    .selectFrom('client')
    .select('id')
    .where('name', '=', client)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  if (account === undefined) return { client_id: found.id, account_id: null }
  const inside = db
    .selectFrom('account')
    .select('id')
    .where('client_id', '=', found.id)
    .where('name', '=', account)
    .where('deleted_at', 'is', null)
  const placed = await inside.executeTakeFirst()
  return placed ? { client_id: found.id, account_id: placed.id } : null
}

/**
 * Add missing demonstration accounts and keep existing ones unchanged, as `users seed --demo` does. A base's manager
 * may enter its sites, the manager every company.
 * @returns the ids by user name
 * @throws Error when the companies of the demonstration are missing
 */
export async function seedDemoUsers(
  db: Kysely<Database> | Transaction<Database>,
  passwords: Passwords,
  now: Date,
): Promise<Map<string, number>> {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'name', 'super_company_id', 'tenant_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const headquarters = companies.find((company) => company.super_company_id === null)
  if (!headquarters) throw new Error('the demonstration accounts need the companies of the demonstration data')
  const ids = new Map<string, number>()
  for (const user of demoUsers) {
    const known = await db.selectFrom('app_user').select('id').where('user_name', '=', user.userName).executeTakeFirst()
    if (known) {
      ids.set(user.userName, known.id)
      continue
    }
    const home =
      user.base === null ? headquarters : companies.find((company) => company.name === demoBases[user.base ?? 0]?.name)
    if (!home) throw new Error(`the company of ${user.userName} is missing`)
    const owner = await ownerOf(db, user)
    if (owner === null) continue
    const added = await db
      .insertInto('app_user')
      .values({
        user_name: user.userName,
        phone: user.phone,
        password_hash: await passwords.hash(demoPassword),
        name: user.name,
        nick_name: user.label,
        // Like a user who has registered and waits for a role.
        pending: user.label === null,
        company_id: home.id,
        home_company_id: home.id,
        job: user.job,
        ...owner,
        last_password_reset_date: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) continue
    ids.set(user.userName, added.id)
    const entered = companies.filter(
      (company) =>
        user.base === null ||
        company.id === home.id ||
        (user.label === roleLabels.baseManager && company.tenant_id === home.id),
    )
    await db
      .insertInto('membership')
      .values(entered.map((company) => ({ user_id: added.id, company_id: company.id })))
      .execute()
  }
  return ids
}
