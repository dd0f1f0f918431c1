import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { type ContextFactory, createContextFactory } from '#server/make-context.ts'
import type { RequestHead } from '#server/request-token.ts'
import { appRouter } from '#server/router.ts'
import { createAudit } from '#server/services/audit.ts'
import { createOwnLeases } from '#server/services/jobs/leases.ts'
import { createKeys, type Keys } from '#server/services/keys/keys.ts'
import { createPlaces } from '#server/services/places/places.ts'
import type { Services } from '#server/services/services.ts'
import { createPasswords, type Passwords } from '#server/services/sign-in/passwords.ts'
import { createLimits } from '#server/services/sign-in/sign-in-limits.ts'
import type { SmsMessage } from '#server/services/sign-in/sms.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { LoginAnswer } from '#shared/auth.ts'
import { encryptPassword } from '#shared/password-encryption.ts'
import { testNow } from './context.ts'
import { settingsOnNodes } from './node-settings.ts'
import { fakeServices } from './services.ts'

const createCaller = createCallerFactory(appRouter)
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-sign-in-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

/** The password of every user in these tests. */
export const testPassword = 'ColdFleet#26'
export const keys: Keys = createKeys({ dataDir, rsaBits: 1024 })
export const passwords: Passwords = createPasswords(keys)
let known: Promise<string> | null = null
/** Return a hash of `testPassword`, created once. */
export const passwordHash = (): Promise<string> => {
  known ??= passwords.hash(testPassword)
  return known
}
export const wrapped = (password: string) => encryptPassword(keys.publicKey().pem, password)

export type Door = ContextFactory & {
  time: { now: number; smsIsBroken: boolean }
  /** Messages sent to phones. */
  messages: SmsMessage[]
  /** Call procedures like an HTTP request with these headers. */
  as(head?: Partial<RequestHead>): Promise<ReturnType<typeof createCaller>>
  withToken(token: string): Promise<ReturnType<typeof createCaller>>
  signIn(userName: string, password?: string, companyId?: number): Promise<LoginAnswer>
  context: (head?: Partial<RequestHead>, paths?: readonly string[]) => Promise<Context>
}

/**
 * Create real keys, passwords, limits, audit and sessions on the test database, with a clock that the test moves;
 * `more` replaces any of them.
 */
export function openDoor(db: Kysely<Database>, more: Partial<Services> = {}): Door {
  const time = { now: testNow.getTime(), smsIsBroken: false }
  const messages: SmsMessage[] = []
  const clock = () => new Date(time.now)
  const services = {
    ...fakeServices(db, pino({ level: 'silent' })),
    keys,
    passwords,
    limits: createLimits({ db, clock, leases: createOwnLeases(), delay: async () => undefined }),
    audit: createAudit(),
    sms: {
      send: (message: SmsMessage) => void messages.push(message),
      isBroken: () => time.smsIsBroken,
      close: async () => undefined,
    },
    places: createPlaces({ db }),
    ...more,
  }
  const factory = createContextFactory({
    db,
    config: readConfig({ DATA_DIR: dataDir, ...settingsOnNodes }),
    services,
    clock,
  })
  const context: Door['context'] = (head = {}, paths = []) =>
    factory.forRequest({ headers: {}, ip: '203.0.113.7', ...head }, paths)
  const as: Door['as'] = async (head) => createCaller(await context(head))
  return {
    ...factory,
    time,
    messages,
    context,
    as,
    withToken: (token) => as({ headers: { authorization: `cat ${token}` } }),
    signIn: async (userName, password = testPassword, companyId) =>
      (await as()).auth.login({ userName, password: wrapped(password), companyId }),
  }
}
