import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DeviceDailyTable } from '#server/db/daily-tables.ts'
import type { DeviceTable } from '#server/db/device-tables.ts'
import type { AccountTable, ClientTable, CompanyTable, Database } from '#server/db/tables.ts'
import type { UserTable } from '#server/db/user-tables.ts'
import { firstMachineTypes, hashRulesOf } from '#shared/machine-types.ts'

export type Company = Selectable<CompanyTable>
export type Client = Selectable<ClientTable>
export type Account = Selectable<AccountTable>
export type Device = Selectable<DeviceTable>
export type User = Selectable<UserTable>

let serialNumber = 0
/** Return a number that no other row of this process has. */
const next = () => ++serialNumber

/** Return the one headquarters above every base without a `super_company_id`. */
export async function buildHeadquarters(db: Kysely<Database>): Promise<Company> {
  const there = await db.selectFrom('company').selectAll().where('kind', '=', 'headquarters').executeTakeFirst()
  return there ?? insertCompany(db, { kind: 'headquarters', name: '总部', tenant_id: null })
}

type NewCompany = Omit<Insertable<CompanyTable>, 'id' | 'tenant_id'> & { tenant_id: number | null }
let lastInsertion: Promise<unknown> = Promise.resolve()
/**
 * Insert one company after the other. On several nodes, two transactions that insert and then update a company would
 * wait for each other.
 */
function insertCompany(db: Kysely<Database>, values: NewCompany): Promise<Company> {
  const insertion = lastInsertion.then(() => insertOwnTenant(db, values))
  lastInsertion = insertion.catch(() => undefined)
  return insertion
}

/** Reserve the id first, because a tenant refers to itself as its tenant. */
async function insertOwnTenant(db: Kysely<Database>, values: NewCompany): Promise<Company> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('company')
      .values({ ...values, tenant_id: values.tenant_id ?? 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return trx
      .updateTable('company')
      .set({ tenant_id: values.tenant_id ?? id })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Create a base: directly below headquarters it is a tenant, below another base a child site of that tenant. */
export async function buildCompany(
  db: Kysely<Database>,
  given: Partial<Insertable<CompanyTable>> = {},
): Promise<Company> {
  const above = given.super_company_id
    ? await db.selectFrom('company').selectAll().where('id', '=', given.super_company_id).executeTakeFirstOrThrow()
    : await buildHeadquarters(db)
  return insertCompany(db, {
    kind: 'base',
    name: `基地${next()}`,
    super_company_id: above.id,
    ...given,
    tenant_id: above.kind === 'headquarters' ? null : above.tenant_id,
  })
}

/** Create a site, which is a company below a tenant (`tenant`, or a new one). */
export async function buildSite(
  db: Kysely<Database>,
  given: Partial<Insertable<CompanyTable>> & { tenant?: Company } = {},
): Promise<Company> {
  const { tenant, ...values } = given
  const above = values.super_company_id ?? tenant?.id ?? (await buildCompany(db)).id
  return buildCompany(db, { name: `站点${next()}`, ...values, super_company_id: above })
}

export async function buildClient(db: Kysely<Database>, given: Partial<Insertable<ClientTable>> = {}): Promise<Client> {
  const company_id = given.company_id ?? (await buildCompany(db)).id
  return db
    .insertInto('client')
    .values({ name: `客户${next()}`, ...given, company_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function buildAccount(
  db: Kysely<Database>,
  given: Partial<Insertable<AccountTable>> = {},
): Promise<Account> {
  const client = given.client_id
    ? await db.selectFrom('client').selectAll().where('id', '=', given.client_id).executeTakeFirstOrThrow()
    : await buildClient(db, given.company_id ? { company_id: given.company_id } : {})
  return db
    .insertInto('account')
    .values({ name: `子账号${next()}`, company_id: client.company_id, ...given, client_id: client.id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Create a device with tenant, site, client and account; missing ones are created (a null stays null). Only the live
 * row: `buildDaily` adds a day.
 */
export async function buildDevice(db: Kysely<Database>, given: Partial<Insertable<DeviceTable>> = {}): Promise<Device> {
  const company_id = given.company_id ?? (await tenantOf(db, given))
  const site_id =
    given.site_id === undefined ? (await buildCompany(db, { super_company_id: company_id })).id : given.site_id
  const account =
    given.account_id === undefined && given.client_id !== null
      ? await buildAccount(db, { company_id, ...(given.client_id ? { client_id: given.client_id } : {}) })
      : null
  const owner = given.account_id
    ? await db.selectFrom('account').selectAll().where('id', '=', given.account_id).executeTakeFirstOrThrow()
    : account
  const state = given.state ?? 'normal'
  const reporting = state === 'normal' || state === 'low' || state === 'warn'
  const device = await db
    .insertInto('device')
    .values({
      serial: `T30A${String(next()).padStart(6, '0')}`,
      type: 'T30',
      active_worker: reporting ? 'worker-1' : null,
      active_worker_state: reporting && state !== 'warn',
      hash_rate: reporting ? (state === 'low' ? 12 : 30) : null,
      last_report_at: new Date(),
      ...given,
      state,
      company_id,
      site_id,
      client_id: given.client_id === undefined ? (owner?.client_id ?? null) : given.client_id,
      account_id: given.account_id === undefined ? (owner?.id ?? null) : given.account_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await claimSerials(db, [device])
  return device
}

/** Claim a serial if tenants are distributed over several nodes, as the product does for each new machine. */
export async function claimSerials(
  db: Kysely<Database>,
  devices: readonly Pick<Selectable<DeviceTable>, 'id' | 'serial' | 'company_id'>[],
): Promise<void> {
  await sql`select claim_serials(${devices.map(({ serial }) => serial)}::text[], ${devices.map(({ company_id }) => company_id)}::int[],
    ${devices.map(({ id }) => id)}::int[])`.execute(db)
}

async function tenantOf(db: Kysely<Database>, given: Partial<Insertable<DeviceTable>>): Promise<number> {
  if (given.site_id)
    return (
      await db.selectFrom('company').select('tenant_id').where('id', '=', given.site_id).executeTakeFirstOrThrow()
    ).tenant_id
  if (given.client_id)
    return (
      await db.selectFrom('client').select('company_id').where('id', '=', given.client_id).executeTakeFirstOrThrow()
    ).company_id
  if (given.account_id)
    return (
      await db.selectFrom('account').select('company_id').where('id', '=', given.account_id).executeTakeFirstOrThrow()
    ).company_id
  return (await buildCompany(db)).id
}

/** Create the daily row of `device` on `date` (YYYY-MM-DD) from its present state; creates the month's partition. */
export async function buildDaily(
  db: Kysely<Database>,
  device: Device,
  date: string,
  given: Partial<Insertable<DeviceDailyTable>> = {},
): Promise<void> {
  await db
    .selectNoFrom((eb) => eb.fn('device_daily_month', [eb.cast<string>(eb.val(date), 'date')]).as('made'))
    .execute()
  await db
    .insertInto('device_daily')
    .values({
      business_date: date,
      device_id: device.id,
      company_id: device.company_id,
      client_id: device.client_id ?? 0,
      account_id: device.account_id ?? 0,
      site_id: device.site_id ?? 0,
      type: device.type,
      state: device.state,
      reported: device.hash_rate !== null,
      ever_reported: device.last_report_at !== null,
      hash_avg: device.hash_rate,
      hash_target: hashRulesOf(firstMachineTypes).targets[device.type] ?? 20,
      compliant: device.state === 'normal',
      ...given,
    })
    .execute()
}

/** The columns of a user that a test sets; `buildUser` chooses the others. */
export type UserValues = Partial<Insertable<UserTable>>

/** Create a user, by default a manager of headquarters with a self-chosen password; the hash allows no sign-in. */
export async function buildUser(db: Kysely<Database>, given: UserValues = {}): Promise<User> {
  const company_id = given.company_id ?? (await buildHeadquarters(db)).id
  const number = next()
  const user = await db
    .insertInto('app_user')
    .values({
      user_name: `user${number}`,
      name: `用户${number}`,
      password_hash: '-',
      nick_name: '管理层',
      home_company_id: company_id,
      last_password_reset_date: new Date(),
      ...given,
      company_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.insertInto('membership').values({ user_id: user.id, company_id }).execute()
  return user
}
