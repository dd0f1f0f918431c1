import pg from 'pg'
import { type RestClient, signIn } from '#tests/support/rest-client.ts'
import { adminPassword, adminUser } from './bench.ts'
import { insertPerson, passwordHashOf } from './made-rows.ts'

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
    const passwordHash = await passwordHashOf(database, adminUser)
    await insertPerson(database, { userName: baseUser, role: '基地负责人', companyId, passwordHash })
    return { companyId, client: await signIn(url, baseUser, adminPassword) }
  } finally {
    await database.end()
  }
}
