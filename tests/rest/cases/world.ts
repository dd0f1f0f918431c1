import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { pino } from 'pino'
import type { OpenDatabase } from '#server/db/opened.ts'
import type { Database } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { createAudit } from '#server/services/audit.ts'
import { createJobs } from '#server/services/jobs/jobs.ts'
import type { SmsMessage } from '#server/services/sign-in/sms.ts'
import { testNow } from '#tests/support/context.ts'
import { fakeReports } from '#tests/support/engineer.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildHeadquarters,
  buildSite,
  buildUser,
  type Company,
  type User,
} from '#tests/support/factories.ts'
import { keys, passwordHash, passwords } from '#tests/support/sign-in.ts'
import { startWholeServer } from '#tests/support/whole-server.ts'
import { type Asker, createAsker } from './ask.ts'
import { buildFleet, type Fleet } from './fleet.ts'
import type { Person } from './person.ts'

/** A separate tenant, with a site, a client and its sub-account, and the manager of the base. */
export type Base = { company: Company; site: Company; clientId: number; accountId: number; manager: Person }

export type World = Asker & {
  db: Kysely<Database>
  headquarters: Company
  /** Manager of headquarters: the default caller of a case. */
  manager: Person
  /** A tenant that no case changes. */
  fleet: Fleet
  /** Messages sent to phones. */
  messages: SmsMessage[]
  person(given?: Partial<Insertable<UserTable>>): Promise<Person>
  newBase(): Promise<Base>
  stop(): Promise<void>
}
/** The proof for each call, by its number. */
export type Cases = Record<`C${string}`, (world: World) => Promise<void>>

/** A moment long after that of the tests, for sessions that outlive them. */
const later = new Date(testNow.getTime() + 1e11)
export const meetingHost = 'https://meet.example.org/room'

async function openSession(db: Kysely<Database>, user: User): Promise<string> {
  const token = `session-of-${user.user_name}`
  const token_hash = createHash('sha256').update(token).digest()
  await db
    .insertInto('session')
    .values({ token_hash, user_id: user.id, company_id: user.company_id, kind: 'script', expires_at: later })
    .execute()
  return token
}

/** Start one server over one database with users, places and machines; each case adds the data that it changes. */
export async function buildWorld(database: OpenDatabase): Promise<World> {
  const { db } = database
  const messages: SmsMessage[] = []
  const services = {
    keys,
    passwords,
    audit: createAudit(),
    jobs: createJobs({ logger: pino({ level: 'silent' }), clock: () => testNow, rows: null }),
    reports: fakeReports(),
    sms: {
      send: (message: SmsMessage) => void messages.push(message),
      isBroken: () => false,
      close: async () => undefined,
    },
  }
  const headquarters = await buildHeadquarters(db)
  const person = async (given: Partial<Insertable<UserTable>> = {}): Promise<Person> => {
    const home = given.company_id === undefined ? {} : { home_company_id: given.company_id }
    const user = await buildUser(db, {
      password_hash: await passwordHash(),
      last_password_reset_date: testNow,
      ...home,
      ...given,
    })
    return { user, token: await openSession(db, user) }
  }
  const newBase = async (): Promise<Base> => {
    const company = await buildCompany(db)
    const site = await buildSite(db, { tenant: company, province: '江苏省' })
    const client = await buildClient(db, { company_id: company.id })
    const account = await buildAccount(db, { client_id: client.id, site_id: site.id })
    const manager = await person({ nick_name: '基地负责人', company_id: company.id })
    return { company, site, clientId: client.id, accountId: account.id, manager }
  }
  const manager = await person()
  const fleet = await buildFleet(db, person)
  const server = await startWholeServer(database, { config: { MEETING_URL: meetingHost }, services })
  const stop = async () => {
    await server.stop()
    const defects = server.logged.filter(({ level }) => Number(level) >= 50)
    if (defects.length > 0) throw new Error(JSON.stringify(defects))
  }
  return {
    ...createAsker(server.url, manager.token),
    db,
    headquarters,
    manager,
    fleet,
    messages,
    person,
    newBase,
    stop,
  }
}
