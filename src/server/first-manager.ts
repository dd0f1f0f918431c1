import { type Kysely, sql } from 'kysely'
import { businessDay } from '#shared/business-time.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import { roleLabels } from '#shared/roles.ts'
import type { Config } from './config.ts'
import { ConfigError, problemOf, type SettingProblem } from './config-error.ts'
import { findHeadquarters } from './db/headquarters.ts'
import type { Database, Db } from './db/tables.ts'
import { hasManagerBeside, lockManagers } from './features/users/lock-users.ts'
import { personProblem } from './features/users/person-rules.ts'
import type { Services } from './services/services.ts'
import { passwordProblem } from './services/sign-in/password-problem.ts'

/**
 * Return the problems of ADMIN_USER and ADMIN_PASSWORD. The manager keeps this password, so the demonstration's is
 * refused.
 */
function problemsOf(config: Config, { user, password }: { user: string; password: string }): SettingProblem[] {
  const person = personProblem({
    name: user,
    birthday: null,
    today: businessDay(new Date(), config.timeZone),
    newUserName: user,
  })
  const secret = passwordProblem(password, config, { words: [user], own: true })
  return [
    ...(person === null
      ? []
      : [{ setting: 'ADMIN_USER', said: (language: Language) => word(language, person.problem) }]),
    ...(secret === null ? [] : [{ setting: 'ADMIN_PASSWORD', said: (language: Language) => word(language, secret) }]),
  ]
}

/** Disabled managers do not count: without another one nobody could enable them. */
const hasManager = (db: Db): Promise<boolean> => hasManagerBeside(db, [])

/** A database without a schema has no managers either. */
async function isManaged(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('app_user') is not null as known`.execute(db)
  return rows[0]?.known === true && (await hasManager(db))
}

/**
 * Check the settings before the schema is touched, so that settings that cannot make a first manager leave the database
 * unchanged.
 * @throws ConfigError when there is no manager, and ADMIN_PASSWORD breaks a password rule or ADMIN_USER is not a valid
 * user name
 */
export async function requireFitManager(db: Kysely<Database>, config: Config): Promise<void> {
  const { adminUser, adminPassword } = config
  if (adminUser === null || adminPassword === null) return
  const problems = problemsOf(config, { user: adminUser, password: adminPassword })
  if (problems.length > 0 && !(await isManaged(db))) throw new ConfigError(problems)
}

/**
 * Create the first manager from ADMIN_USER and ADMIN_PASSWORD when there is none, and headquarters when it is missing.
 * @returns true when it was created
 * @throws ConfigError when the password breaks a password rule, or the name is taken, reserved or invalid
 */
export async function createFirstManager(db: Kysely<Database>, config: Config, services: Services): Promise<boolean> {
  const { adminUser, adminPassword } = config
  if (adminUser === null || adminPassword === null) return false
  if (await hasManager(db)) return false
  await requireFitManager(db, config)
  const passwordHash = await services.passwords.hash(adminPassword)
  return db.transaction().execute(async (trx) => {
    // Another process, or a user at the terminal, may create one at the same time.
    await lockManagers(trx)
    if (await hasManager(trx)) return false
    const headquarters = (await findHeadquarters(trx)) ?? (await createHeadquarters(trx, config.brandText))
    const taken = await trx
      .selectFrom('app_user')
      .select('id')
      .where((row) => row.fn('lower', ['user_name']), '=', adminUser.toLowerCase())
      .executeTakeFirst()
    if (taken) throw new ConfigError([problemOf('ADMIN_USER', 'setting.managerTaken', { name: adminUser })])
    const user = await trx
      .insertInto('app_user')
      .values({
        user_name: adminUser,
        name: adminUser,
        password_hash: passwordHash,
        nick_name: roleLabels.manager,
        company_id: headquarters.id,
        home_company_id: headquarters.id,
        last_password_reset_date: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('membership').values({ user_id: user.id, company_id: headquarters.id }).execute()
    const request = { id: 'start', address: 'terminal', agent: 'coldfleet', language: 'zh' as const, token: null }
    await services.audit.write(
      trx,
      { viewer: null, request },
      { action: 'users.save', targetKind: 'user', targetId: user.id, details: { by: 'ADMIN_USER' } },
    )
    return true
  })
}

/** Reserve the id first, because headquarters names itself as its tenant; the foreign key is checked at commit. */
async function createHeadquarters(trx: Db, name: string): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto('company')
    .values({ kind: 'headquarters', name, tenant_id: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.updateTable('company').set({ tenant_id: id }).where('id', '=', id).execute()
  return { id }
}
