import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { migrate, migrationStatus } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import { rebuildSchema } from '#server/db/rebuild-schema.ts'
import { thirdType, threeTypes } from '#tests/support/machine-types.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const logger = pino({ level: 'silent' })
const nowhere = { databaseUrl: null, databaseReadUrl: null, dataDir: '' }
const replace = { replace: true, keysDataDir: null, storage: memoryStorage() }
let folder = ''
let database: OpenDatabase
let present: string[] = []
/** Before and after the rule that serials differ in more than letter case (0023). */
const versions = ['0018-site-deletion', '0027-no-empty-counters']

async function openOwn(): Promise<OpenDatabase> {
  const template = inject('template')
  if (template.engine === 'embedded')
    return openDatabase(nowhere, logger, { inMemory: true, template: template.archive })
  const name = `older_backup_${process.pid}`
  const client = new pg.Client({ connectionString: template.server })
  await client.connect()
  await client.query(`create database ${name} template ${template.database}`)
  await client.end()
  const address = new URL(template.server)
  address.pathname = `/${name}`
  return openDatabase({ ...nowhere, databaseUrl: address.href }, logger, { throwaway: true })
}

async function save(name: string): Promise<string> {
  const pieces: Buffer[] = []
  const options = {
    config: readConfig({ DATA_DIR: folder }),
    logger,
    now: new Date(),
    keys: false,
    storage: null,
    alone: true,
  }
  for await (const part of backup(database.db, options))
    if ('base64' in part) pieces.push(Buffer.from(part.base64, 'base64'))
  const path = join(folder, name)
  await writeFile(path, Buffer.concat(pieces))
  return path
}

/** Return the tables with their columns and the indexes, from the catalogue. */
const schema = async () =>
  (
    await sql<{ line: string }>`
      select table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable as line from information_schema.columns where table_schema = 'public'
      union all select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '_\\d{6}|_y\\d' order by 1`.execute(
      database.db,
    )
  ).rows.map(({ line }) => line)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coldfleet-older-'))
  database = await openOwn()
  present = (await migrationStatus(database.db)).map(({ name }) => name)
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const until = (last: string) => present.slice(0, present.indexOf(last) + 1)
/** Turn the database into one of that version, with its own base and machine. */
async function becomeOlder(last: string): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await rebuildSchema(trx, until(last))
    await sql`insert into company (id, name, kind, tenant_id, super_company_id) values
      (899, 'Headquarters', 'headquarters', 899, null), (900, 'Old base', 'base', 900, 899)`.execute(trx)
    await sql`insert into device (serial, type, company_id, site_id, state) values ('OLD-1', 'T30', 900, 900, 'warn')`.execute(
      trx,
    )
  })
}
const serials = async () =>
  (await sql<{ serial: string }>`select serial from device order by serial`.execute(database.db)).rows.map(
    ({ serial }) => serial,
  )

test.each(versions)(
  'Restore a backup of an older schema, made by %s, and migrate it',
  async (last) => {
    const wanted = await schema()
    await becomeOlder(last)
    const path = await save(`${last}.gz`)
    const head = JSON.parse(
      gunzipSync(await readFile(path))
        .toString('utf8')
        .split('\n')[0] ?? '',
    )
    expect(head.migrations.at(-1)).toBe(last)
    await migrate(database.db)
    await sql`insert into device (serial, type, company_id, site_id, state) values ('NEW-1', 'T30', 900, 900, 'normal')`.execute(
      database.db,
    )
    await restore(database.db, path, replace)
    expect(await serials()).toEqual(['OLD-1'])
    expect((await migrationStatus(database.db)).every(({ executedAt }) => executedAt !== null)).toBe(true)
    expect(await schema()).toEqual(wanted)
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from device_place_count where company_id = 900 and warn = 1`.execute(database.db)
    expect(rows[0]?.count).toBeGreaterThan(0)
    await sql`insert into device (serial, type, company_id, site_id, state) values ('OLD-2', 'T30', 900, 900, 'normal')`.execute(
      database.db,
    )
  },
  120_000,
)

test('Accept machine types added later in a newly created schema, in the same transaction', async () => {
  const made = database.db.transaction().execute(async (trx) => {
    await rebuildSchema(trx, until('0018-site-deletion'), threeTypes)
    await sql`insert into company (id, name, kind, tenant_id, super_company_id) values (900, 'Base', 'headquarters', 900, null)`.execute(
      trx,
    )
    await sql`insert into device (serial, type, company_id, site_id, state) values ('S-1', ${thirdType}, 900, 900, 'warn')`.execute(
      trx,
    )
    const { rows } = await sql<{ type: string }>`select unnest(enum_range(null::device_type))::text as type`.execute(
      trx,
    )
    throw new Error(rows.map(({ type }) => type).join())
  })
  await expect(made).rejects.toThrow(threeTypes.join())
}, 60_000)

test('Keep the current content when a backup cannot be loaded into its schema', async () => {
  const path = join(folder, `${versions[1]}.gz`)
  const before = await serials()
  const text = gunzipSync(await readFile(path)).toString('utf8')
  const cut = text.replace(/"migrations":\[[^\]]*\]/, `"migrations":${JSON.stringify(until('0003-projects'))}`)
  await writeFile(join(folder, 'other-schema.gz'), gzipSync(cut))
  await expect(restore(database.db, join(folder, 'other-schema.gz'), replace)).rejects.toMatchObject({
    code: 'BACKUP_UNREADABLE',
  })
  expect(await serials()).toEqual(before)
}, 60_000)
