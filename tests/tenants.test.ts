import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type ProcedurePath, permissions, ruleOf } from '#server/permissions.ts'
import { type JsonSchema, jsonSchemaOf } from '#server/rest/fields.ts'
import { inputSchemaOf } from '#server/rest/procedures.ts'
import { appRouter } from '#server/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { FilePart } from '#shared/files.ts'
import { buildContext, viewerOf } from './support/context.ts'
import { mark } from './support/mark-texts.ts'
import { moveOpenRepair } from './support/move-open-repair.ts'
import { exampleOf } from './support/schema-example.ts'
import { dumpTables } from './support/table-dump.ts'
import { type Caller, type Ids, useTenantCallers } from './support/tenant-callers.ts'
import { unpacked } from './support/unpacked.ts'
import { foreignFields, tableOf, vacuous } from './tenants.ts'

const { database, reports, callers } = useTenantCallers()
const paths = Object.keys(permissions) as ProcedurePath[]
const missing = 99_999_999

/**
 * Tables left out of the comparison: those that grow with every call, and the history, which nobody writes by an id.
 */
const beside = [
  'audit_log',
  'login_attempt',
  'session',
  'device_event',
  'daily_leaf',
  'daily_scope',
  'daily_type',
  'device_daily',
]
const held = () => dumpTables(database.pool, { without: beside })

type Answer = { code: string; message: string } | { answer: unknown }
async function ask(viewer: Viewer, path: string, input: unknown): Promise<Answer> {
  let found: unknown = createCallerFactory(appRouter)(buildContext(database.db, { viewer, services: { reports } }))
  for (const part of path.split('.')) found = Reflect.get(found as object, part)
  try {
    return { answer: await (found as (input: unknown) => Promise<unknown>)(input) }
  } catch (error) {
    const { cause, code, message } = error as { cause?: unknown; code?: string; message: string }
    return {
      code: cause instanceof AppError ? cause.code : (code ?? 'UNKNOWN'),
      message: code === 'BAD_REQUEST' ? 'bad request' : message,
    }
  }
}

const mutations = new Set(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>).flatMap(
    ([path, { _def }]) => (_def.type === 'mutation' ? [path] : []),
  ),
)

type Place = { path: ProcedurePath; field: string; table: string; schema: JsonSchema }
/** Every field of every procedure with the id of a row. */
const places: Place[] = paths.flatMap((path) => {
  const input = inputSchemaOf(path)
  if (!input) return []
  const schema = jsonSchemaOf(input, 'input')
  return Object.keys(schema.properties ?? {}).flatMap((field): Place[] => {
    const table = tableOf(path, field)
    return table ? [{ path, field, table, schema }] : []
  })
})

/** Return the smallest request, with the caller's own rows in every other field, and `value` in the tested field. */
function requestOf({ path, field, schema }: Place, own: Ids, value: number): Record<string, unknown> {
  const choose = (name: string) => {
    const table = tableOf(path, name)
    return table ? (own.get(table) ?? missing) : undefined
  }
  const base = exampleOf(schema, choose) as Record<string, unknown>
  const list = schema.properties?.[field]?.type === 'array'
  return { ...base, ...foreignFields[path], [field]: list ? [value] : value }
}

test('know the table of each field that ends in an id, or that it refers to no row of a tenant', () => {
  const unknown = paths.flatMap((path) => {
    const input = inputSchemaOf(path)
    return Object.keys(input ? (jsonSchemaOf(input, 'input').properties ?? {}) : {})
      .filter((field) => /^id$|Ids?$/.test(field) && tableOf(path, field) === undefined)
      .map((field) => `${path} ${field}`)
  })
  expect(unknown).toEqual([])
})

/**
 * Compare the responses for another's row and for a missing one, the changes, and the fields whose procedures refuse
 * for another reason first.
 */
async function compare({
  viewer,
  own,
  foreign,
}: Caller): Promise<{ differences: string[]; untested: string[]; tested: number }> {
  const differences: string[] = []
  const untested: string[] = []
  let tested = 0
  let before = await held()
  for (const place of places) {
    const name = `${place.path} ${place.field}`
    const id = foreign.get(place.table)
    if (id === undefined || !ruleOf(place.path).reach[viewer.role]) continue
    const theirs = await ask(viewer, place.path, requestOf(place, own, id))
    const nobodys = await ask(viewer, place.path, requestOf(place, own, missing))
    if (mutations.has(place.path)) {
      const after = await held()
      for (const table of Object.keys(after))
        if (after[table]?.digest !== before[table]?.digest) differences.push(`${name}: ${table} changed`)
      before = after
    }
    const [told, untold] = [theirs, nobodys].map((answer) => JSON.stringify(answer).slice(0, 160))
    if (JSON.stringify(theirs) !== JSON.stringify(nobodys)) differences.push(`${name}: ${told} instead of ${untold}`)
    if ('code' in theirs && theirs.code === 'BAD_REQUEST') untested.push(name)
    else tested += 1
  }
  if (JSON.stringify(await held()) !== JSON.stringify(before)) differences.push('what only reads has changed something')
  return { differences, untested, tested }
}

const people = [
  ['the manager of a base', 'baseManager', 'another base’s row', 150],
  ['an inspector', 'inspector', 'another base’s row', 60],
  ['a client', 'client', 'a competitor’s row at the same base', 30],
  ['a sub-account', 'account', 'the row of another sub-account or client', 30],
] as const

test.each(people)(
  '%s (%s) gets for %s the response for a missing one, and changes nothing of it',
  async (_, role, __, least) => {
    const caller = callers.get(role)
    if (!caller) throw new Error('nobody calls')
    const { differences, untested, tested } = await compare(caller)
    expect(differences).toEqual([])
    // A refusal by the procedure's own rules before it reads the id proves nothing here.
    if (role === 'baseManager') expect(untested).toEqual(vacuous)
    expect(tested).toBeGreaterThan(least)
  },
  300_000,
)

const [theirs, competitors] = ['QZXWEST', 'QZXRIVAL']

/** Return the whole response of a call, as bytes. */
async function told(viewer: Viewer, path: string, input: unknown): Promise<Buffer> {
  const said = await ask(viewer, path, input)
  if ('code' in said) return Buffer.alloc(0)
  const { answer } = said
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer))
    return Buffer.from(JSON.stringify(answer) ?? '')
  const bytes: Buffer[] = []
  const packed: Buffer[] = []
  for await (const part of answer as AsyncIterable<FilePart>)
    if ('base64' in part) packed.push(Buffer.from(part.base64, 'base64'))
    else bytes.push(Buffer.from(JSON.stringify(part)))
  const file = Buffer.concat(packed)
  return Buffer.concat([...bytes, file, Buffer.from(await unpacked(file))])
}
/** A workbook stores a text with one byte for each letter, or with two. */
const holds = (bytes: Buffer, word: string) => bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))

test('show no text of another tenant in any response or file of a base, inspector, client or sub-account', async () => {
  const [base, customer, account] = ['baseManager', 'client', 'account'].map((role) => callers.get(role))
  if (!base || !customer || !account) throw new Error('nobody calls')
  const west = sql`(select id from company where tenant_id = ${base.foreign.get('company')})`
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
    intersect select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id'`.execute(
    database.db,
  )
  const mine = sql`company_id = ${customer.viewer.tenantId} and client_id <> ${customer.viewer.clientId}`
  // A machine of the other tenant has moved to the client, and to its sub-account, while it is away for repair.
  await moveOpenRepair(database.db, mine, account.viewer.accountId)
  let marked = await mark(database.db, theirs, 'company', sql`id in ${west}`)
  for (const { name } of tables.rows) marked += await mark(database.db, theirs, name, sql`company_id in ${west}`)
  expect(marked).toBeGreaterThan(30)
  expect(
    await mark(
      database.db,
      competitors,
      'client',
      sql`company_id = ${customer.viewer.tenantId} and id <> ${customer.viewer.clientId}`,
    ),
  ).toBeGreaterThan(0)
  for (const table of ['account', 'device'])
    expect(await mark(database.db, competitors, table, mine)).toBeGreaterThan(0)

  for (const { viewer } of [customer, account])
    expect(holds(await told(viewer, 'repairs.find', { worklist: 'out', size: 1_020 }), '另一客户')).toBe(true)

  const leaks: string[] = []
  let read = 0
  for (const { viewer, own } of callers.values()) {
    const foreign = viewer.clientId === null && viewer.accountId === null ? [theirs] : [theirs, competitors]
    for (const path of paths) {
      const input = inputSchemaOf(path)
      if (mutations.has(path) || !ruleOf(path).reach[viewer.role] || path.endsWith('.watch')) continue
      const schema = input ? jsonSchemaOf(input, 'input') : {}
      const request = {
        ...(exampleOf(schema, (field) => own.get(tableOf(path, field) ?? '')) as object),
        ...foreignFields[path],
      }
      const { size, format } = schema.properties ?? {}
      // One list proves that workbooks are made of the same rows as a plain file.
      const files = [{ format: 'csv' }, ...(path === 'devices.export' ? [{ format: 'xls' }, { format: 'xlsx' }] : [])]
      // An open repair moves with its machine, and its record names the former owner.
      const open = path === 'repairs.find' || path === 'repairs.export' ? [{ worklist: 'out' }] : []
      for (const more of [...(format ? files : [size ? { size: 1_020 } : {}]), ...open]) {
        const bytes = await told(viewer, path, { ...request, ...more })
        if (bytes.length > 0) read += 1
        for (const word of foreign)
          if (holds(bytes, word)) leaks.push(`${viewer.role} ${path} ${JSON.stringify(more)}: ${word}`)
      }
    }
  }
  expect(leaks).toEqual([])
  expect(read).toBeGreaterThan(150)
  // The texts exist: the management reads them.
  const boss = await viewerOf(
    database.db,
    await database.db.selectFrom('app_user').selectAll().where('user_name', '=', 'admin').executeTakeFirstOrThrow(),
  )
  expect(holds(await told(boss, 'clients.find', { size: 1_020 }), theirs)).toBe(true)
  for (const format of ['xls', 'xlsx'])
    expect(holds(await told(boss, 'devices.export', { format }), theirs), format).toBe(true)
  const statement = { ...foreignFields['clients.statement'], id: base.foreign.get('client') }
  expect(holds(await told(boss, 'clients.statement', statement), theirs)).toBe(true)
}, 300_000)
