import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Audit } from '#server/services/audit.ts'
import type { Jobs } from '#server/services/jobs/jobs.ts'
import { createKeys } from '#server/services/keys/keys.ts'
import { newStoredName } from '#server/services/storage/stored-names.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { roleLabels } from '#shared/roles.ts'
import { fakeReports } from '#tests/support/engineer.ts'
import {
  buildAccount,
  buildClient,
  buildCompany,
  buildDevice,
  buildHeadquarters,
  buildSite,
  buildUser,
} from '#tests/support/factories.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { type Door, keys, openDoor, passwordHash } from '#tests/support/sign-in.ts'

/** Secrets that must never appear in the log. */
export const secrets = {
  other: 'Wrong#Pass99',
  chosen: 'Frost#Pine88',
  first: 'Brand#New12',
  phone: '13800000001',
  newPhone: '13900000009',
}

// Its own keys, which a test may rotate; all other settings are those of the other tests.
const dataDir = mkdtempSync(join(tmpdir(), 'coldfleet-rotated-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const rotated = createKeys({ dataDir, rsaBits: 1024 })

const missing = (): never => {
  throw new Error('no job in this test')
}
const jobs: Jobs = {
  ...{ start: missing, get: missing, watch: missing, cancel: missing },
  starterOf: () => null,
  holdDatabase: () => false,
  later: () => undefined,
  close: async () => undefined,
}

/** A caller proxy treats every property as a procedure, so further data about a user is stored next to it. */
async function signedIn(door: Door, userName: string) {
  const { token, id } = await door.signIn(userName)
  return { caller: await door.withToken(token), token, id }
}

/** Insert a picture of a company without a file. */
async function insertPicture(db: Kysely<Database>, company_id: number): Promise<number> {
  const { publicId: public_id, storedName: stored_name } = newStoredName('png')
  const file = { file_name: 'a.png', mime: 'image/png', size: 9, width: null, height: null, deleted_at: null }
  const values = {
    ...file,
    company_id,
    user_id: null,
    owner_kind: 'company' as const,
    owner_id: company_id,
    public_id,
    stored_name,
  }
  return (await db.insertInto('attachment').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Create a base with users, a site, owners, a machine, goods and a picture; all acting users are signed in. */
export async function buildOffice(db: Kysely<Database>, audit: Audit) {
  const [headquarters, base] = [await buildHeadquarters(db), await buildCompany(db)]
  const password_hash = await passwordHash()
  await buildUser(db, { user_name: 'boss', password_hash })
  const inspector = { nick_name: roleLabels.inspector, company_id: base.id, home_company_id: base.id }
  await buildUser(db, { user_name: 'anna', phone: secrets.phone, password_hash, ...inspector })
  const site = await buildSite(db, { tenant: base, domain: 'dock' })
  const owner = await buildClient(db, { company_id: base.id })
  const sub = await buildAccount(db, { client_id: owner.id })
  const device = await buildDevice(db, {
    company_id: base.id,
    site_id: site.id,
    client_id: owner.id,
    account_id: sub.id,
  })
  // Without machines, so that they can be deleted.
  const client = await buildClient(db, { company_id: base.id })
  const account = await buildAccount(db, { client_id: owner.id })
  const door = openDoor(db, {
    audit,
    jobs,
    storage: memoryStorage('this database'),
    reports: fakeReports(),
    keys: { ...keys, rotate: rotated.rotate },
  })
  const people = { boss: await signedIn(door, 'boss'), anna: await signedIn(door, 'anna') }
  const { caller: boss } = people.boss
  const [nobody, terminal] = [await door.as(), await door.withToken(keys.terminalToken)]
  const type = await boss.materialTypes.save({ name: '散热件' })
  const fan = await boss.materials.save({ name: '风扇', materialTypeId: type.id, unit: '个' })
  const picture = await insertPicture(db, base.id)
  const [bossId, annaId] = [people.boss.id, people.anna.id]
  const tokens = [people.boss.token, people.anna.token]
  const things = { headquarters, base, site, client, account, device, fan, picture, bossId, annaId, tokens }
  return { db, door, rsa: rotated.publicKey, ...things, boss, anna: people.anna.caller, nobody, terminal }
}
export type Office = Awaited<ReturnType<typeof buildOffice>>

/** The columns of an audit log entry that depend on the action. */
export type LogRow = {
  action: string
  actor?: string
  target_kind?: string | null
  target_id?: string | null
  result?: string
  details?: object | null
}
/** One action: its preparation, the call, the rows that it leaves, and the tables that change even if it fails. */
export type Action = {
  name: string
  prepare?: (office: Office) => Promise<unknown>
  act: (office: Office) => Promise<unknown>
  rows: (office: Office) => LogRow[]
  counted?: readonly string[]
}

/** Expect `call` to be refused with `code`; rethrow any other failure. */
export async function refused(call: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await call.then(
    () => new Error(`${code} was not said`),
    (reason: { cause?: unknown }) => reason,
  )
  if (!(error.cause instanceof AppError) || error.cause.code !== code) throw error
}
