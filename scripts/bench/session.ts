import pg from 'pg'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { adminPassword, adminUser } from './bench.ts'

const baseUser = 'base-manager'

export const headersOf = (token: string): Record<string, string> => ({ authorization: `cat ${token}` })

/** Sign in a manager of the first base, with the password of the operator; the manager sees only that base. */
export async function signInBaseManager(
  url: string,
  databaseUrl: string,
): Promise<{ companyId: number; client: RestClient }> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const base = await database.query<{ id: number }>(
      `select id from company where kind = 'base' and tenant_id = id order by id limit 1`,
    )
    const companyId = base.rows[0]?.id
    if (companyId === undefined) throw new Error('the generated fleet has no base')
    await database.query(
      `insert into app_user (user_name, name, password_hash, nick_name, company_id, home_company_id, last_password_reset_date)
        select $1, $1, password_hash, '基地负责人', $2, $2, now() from app_user where user_name = $3 on conflict do nothing`,
      [baseUser, companyId, adminUser],
    )
    await database.query(
      'insert into membership (user_id, company_id) select id, $2 from app_user where user_name = $1 on conflict do nothing',
      [baseUser, companyId],
    )
    return { companyId, client: await signIn(url, baseUser, adminPassword) }
  } finally {
    await database.end()
  }
}
