import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '#server/demo/load.ts'
import { type ProcedurePath, policy, ruleOf } from '#server/policy.ts'
import { type JsonSchema, jsonSchemaOf } from '#server/rest/fields.ts'
import { inputSchemaOf } from '#server/rest/procedures.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { buildContext, testNow, viewerOf } from './support/context.ts'
import { useDatabase } from './support/database.ts'
import { exampleOf } from './support/schema-example.ts'
import { foreignFields, tableOf, vacuous } from './tenants.ts'

const database = useDatabase({ emptied: 'file' })
const paths = Object.keys(policy) as ProcedurePath[]
const missing = 99_999_999
type Ids = Map<string, number>
/** Somebody who calls, rows that are his, and rows of somebody else. */
type Caller = { viewer: Viewer; own: Ids; foreign: Ids }
let baseManager: Caller | null = null
let client: Caller | null = null

/** One row of each table that carries a tenant, of the base of this name; companies by a site, people by their company. */
async function idsOf(tenant: number): Promise<Ids> {
  const found: Ids = new Map()
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
    intersect select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type in ('integer', 'bigint')`.execute(
    database.db,
  )
  for (const { name } of tables.rows) {
    const row = await sql<{ id: number }>`
      select t.id from ${sql.table(name)} t join company c on c.id = t.company_id where c.tenant_id = ${tenant} order by t.id limit 1`.execute(database.db)
    if (row.rows[0]) found.set(name, Number(row.rows[0].id))
  }
  found.set('company', tenant)
  return found
}

/** One row of each table that belongs to a client: its own, an account and a machine. */
async function idsOfClient(id: number): Promise<Ids> {
  const found: Ids = new Map([['client', id]])
  for (const table of ['account', 'device', 'repair_daily'] as const) {
    const row = await sql<{ id: number }>`
      select t.id from ${sql.table(table)} t ${sql.raw(table === 'repair_daily' ? 'join device d on d.id = t.device_id' : '')}
      where ${sql.ref(table === 'repair_daily' ? 'd.client_id' : 't.client_id')} = ${id} order by t.id limit 1`.execute(database.db)
    if (row.rows[0]) found.set(table, Number(row.rows[0].id))
  }
  return found
}

beforeAll(async () => {
  await loadDemo({ ...buildContext(database.db), clock: () => testNow })
  const person = async (userName: string) =>
    viewerOf(database.db, await database.db.selectFrom('app_user').selectAll().where('user_name', '=', userName).executeTakeFirstOrThrow())
  const [base, base2, customer] = [await person('base'), await person('base2'), await person('client')]
  baseManager = { viewer: base, own: await idsOf(base.tenantId), foreign: await idsOf(base2.tenantId) }
  const competitor = await database.db
    .selectFrom('client')
    .select('id')
    .where('company_id', '=', customer.tenantId)
    .where('id', '!=', customer.clientId ?? 0)
    .executeTakeFirstOrThrow()
  client = { viewer: customer, own: await idsOfClient(customer.clientId ?? 0), foreign: await idsOfClient(competitor.id) }
}, 120_000)

/** What the tables hold, without the ones that only ever grow beside a call. */
async function checksum(): Promise<string> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname not like 'kysely%' and c.relname not in ('audit_log', 'login_attempt', 'session', 'device_event', 'daily_leaf', 'daily_scope')
    order by 1`.execute(database.db)
  const sums = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{
        sum: string
      }>`select count(*) || ' ' || coalesce(sum(hashtext(t::text))::text, '') as sum from ${sql.table(name)} t`.execute(database.db)
      return `${name} ${rows[0]?.sum}`
    }),
  )
  return sums.join('\n')
}

type Answer = { code: string; message: string } | { answer: unknown }
async function ask(viewer: Viewer, path: string, input: unknown): Promise<Answer> {
  let found: unknown = createCallerFactory(appRouter)(buildContext(database.db, { viewer }))
  for (const part of path.split('.')) found = Reflect.get(found as object, part)
  try {
    return { answer: await (found as (input: unknown) => Promise<unknown>)(input) }
  } catch (error) {
    const { cause, code, message } = error as { cause?: unknown; code?: string; message: string }
    return { code: cause instanceof AppError ? cause.code : (code ?? 'UNKNOWN'), message: code === 'BAD_REQUEST' ? 'bad request' : message }
  }
}

type Place = { path: ProcedurePath; field: string; table: string; schema: JsonSchema }
/** Every field of every procedure that names a row by its id. */
const places: Place[] = paths.flatMap((path) => {
  const input = inputSchemaOf(path)
  if (!input) return []
  const schema = jsonSchemaOf(input, 'input')
  return Object.keys(schema.properties ?? {}).flatMap((field): Place[] => {
    const table = tableOf(path, field)
    return table ? [{ path, field, table, schema }] : []
  })
})

/** The smallest request, with the caller's own rows wherever one is named, and `value` in the field in question. */
function requestOf({ path, field, schema }: Place, own: Ids, value: number): Record<string, unknown> {
  const choose = (name: string) => {
    const table = tableOf(path, name)
    return table ? (own.get(table) ?? missing) : undefined
  }
  const base = exampleOf(schema, choose) as Record<string, unknown>
  const list = schema.properties?.[field]?.type === 'array'
  return { ...base, ...foreignFields[path], [field]: list ? [value] : value }
}

test('each field that ends in an id is known: of which table, or that it names no row of a tenant', () => {
  const unknown = paths.flatMap((path) => {
    const input = inputSchemaOf(path)
    return Object.keys(input ? (jsonSchemaOf(input, 'input').properties ?? {}) : {})
      .filter((field) => /^id$|Ids?$/.test(field) && tableOf(path, field) === undefined)
      .map((field) => `${path} ${field}`)
  })
  expect(unknown).toEqual([])
})

/** What differs between another's row and nobody's, what changed, and the fields whose procedures refuse for another reason first. */
async function compare({ viewer, own, foreign }: Caller): Promise<{ differences: string[]; untested: string[]; tested: number }> {
  const differences: string[] = []
  const untested: string[] = []
  let tested = 0
  let before = await checksum()
  for (const place of places) {
    const name = `${place.path} ${place.field}`
    const id = foreign.get(place.table)
    if (id === undefined || !ruleOf(place.path).reach[viewer.role]) continue
    const theirs = await ask(viewer, place.path, requestOf(place, own, id))
    const nobodys = await ask(viewer, place.path, requestOf(place, own, missing))
    const after = await checksum()
    if (after !== before) differences.push(`${name}: the database changed`)
    before = after
    const [told, untold] = [theirs, nobodys].map((answer) => JSON.stringify(answer).slice(0, 160))
    if (JSON.stringify(theirs) !== JSON.stringify(nobodys)) differences.push(`${name}: ${told} instead of ${untold}`)
    if ('code' in theirs && theirs.code === 'BAD_REQUEST') untested.push(name)
    else tested += 1
  }
  return { differences, untested, tested }
}

test('the manager of a base is told of another base’s row what he is told of one that does not exist, and changes nothing of it', async () => {
  if (!baseManager) throw new Error('nobody calls')
  const { differences, untested, tested } = await compare(baseManager)
  expect(differences).toEqual([])
  // What its own rules refuse before they look at the id proves nothing here.
  expect(untested).toEqual(vacuous)
  expect(tested).toBeGreaterThan(150)
}, 300_000)

test('a client is told of a competitor’s row at the same base what he is told of one that does not exist', async () => {
  if (!client) throw new Error('nobody calls')
  const { differences, tested } = await compare(client)
  expect(differences).toEqual([])
  expect(tested).toBeGreaterThan(30)
}, 300_000)
