import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { appRouter } from '#server/router.ts'
import type { Services } from '#server/services/services.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { buildUser, type User, type UserValues } from './factories.ts'
import { settingsOnNodes } from './node-settings.ts'
import { fakeServices } from './services.ts'

export type ContextOptions = {
  /** The caller; anonymous by default. */
  viewer?: Viewer | null
  /** The fixed time of the clock. */
  now?: Date | string
  services?: Partial<Services>
  config?: Record<string, string>
  request?: Partial<Context['request']>
}

/** The present moment of tests that do not set one. */
export const testNow = new Date('2026-11-20T04:00:00Z')

/** Return the context of a procedure on the test database: silent log, fixed clock, external services replaced. */
export function buildContext(db: Kysely<Database>, options: ContextOptions = {}): Context {
  return {
    db,
    readDb: db,
    config: readConfig({ DATA_DIR: '/nonexistent', ...settingsOnNodes, ...options.config }),
    services: { ...fakeServices(db, pino({ level: 'silent' })), ...options.services },
    viewer: options.viewer ?? null,
    refusal: null,
    clock: () => new Date(options.now ?? testNow),
    request: { id: 'test', address: '127.0.0.1', agent: 'test', language: 'zh', token: null, ...options.request },
  }
}

/** Create a caller of procedures as `viewer`, through the same middleware as every API. */
export const buildCaller = (db: Kysely<Database>, options: ContextOptions = {}) =>
  createCallerFactory(appRouter)(buildContext(db, options))

/** Return `user` in its current company, as a session would. */
export async function viewerOf(db: Kysely<Database>, user: User): Promise<Viewer> {
  const company = await db
    .selectFrom('company')
    .select(['id', 'kind', 'tenant_id'])
    .where('id', '=', user.company_id)
    .executeTakeFirstOrThrow()
  return {
    actor: 'user',
    userId: user.id,
    userName: user.user_name,
    name: user.name,
    role: roleOfLabel(user.nick_name),
    companyId: company.id,
    companyKind: company.kind,
    tenantId: company.tenant_id,
    clientId: user.client_id,
    accountId: user.account_id,
    sessionId: null,
  }
}

/** Create a user, and return it as a session of it would. */
export const buildViewer = async (db: Kysely<Database>, given: UserValues = {}): Promise<Viewer> =>
  viewerOf(db, await buildUser(db, given))

/** Create a user, and a caller of procedures as this user. */
export const buildCallerAs = async (
  db: Kysely<Database>,
  given: UserValues = {},
  options: Omit<ContextOptions, 'viewer'> = {},
) => buildCaller(db, { ...options, viewer: await buildViewer(db, given) })
