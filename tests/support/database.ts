import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, beforeEach, inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/open.ts'
import type { Database } from '#server/db/tables.ts'

type TestDatabase = OpenDatabase & {
  /** Address of the PostgreSQL database, null on the embedded engine. */
  url: string | null
}
type Opened = { database: TestDatabase; truncate: string }

const logger = pino({ level: 'silent' })
// Modules may be loaded again for each file; the worker's database must not.
const worker = globalThis as typeof globalThis & { coldfleetTestDatabase?: Promise<Opened> }

async function openTemplate(): Promise<TestDatabase> {
  const template = inject('template')
  const nowhere = { databaseUrl: null, databaseReadUrl: null, dataDir: '' }
  if (template.engine === 'embedded') return { ...(await openDatabase(nowhere, logger, { inMemory: true, template: template.archive })), url: null }
  const name = `${template.database}_${process.pid}`
  const client = new pg.Client({ connectionString: template.server })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name} template ${template.database}`)
  await client.end()
  const address = new URL(template.server)
  address.pathname = `/${name}`
  return { ...(await openDatabase({ ...nowhere, databaseUrl: address.href }, logger, { throwaway: true })), url: address.href }
}

/** Rows that a migration put there (cities, settings) belong to every test; all other tables are emptied. */
async function emptyTables(db: Kysely<Database>): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by relname`.execute(db)
  const empty: string[] = []
  for (const { name } of tables.rows) {
    const filled = await sql<{ filled: boolean }>`select exists (select from ${sql.table(name)}) as filled`.execute(db)
    if (!filled.rows[0]?.filled) empty.push(name)
  }
  return empty
}

async function openOnce(): Promise<Opened> {
  const database = await openTemplate()
  // The log of who did what refuses to be emptied by whoever the product is; a superuser may step past that for one statement.
  const truncate = `begin; set local session_replication_role = replica; truncate ${(await emptyTables(database.db)).join(', ')} restart identity cascade; commit`
  return { database, truncate }
}

/**
 * The worker's migrated database, empty at the beginning of every test (or of the file: then build what the tests
 * read in a `beforeAll` below this call). Read its members inside tests and hooks only.
 */
export function useDatabase({ emptied = 'each' }: { emptied?: 'each' | 'file' } = {}): TestDatabase {
  let opened: Opened | null = null
  const empty = async () => {
    await opened?.database.pool.query(opened.truncate)
  }
  beforeAll(async () => {
    worker.coldfleetTestDatabase ??= openOnce()
    opened = await worker.coldfleetTestDatabase
    if (emptied === 'file') await empty()
  }, 60_000)
  if (emptied === 'each') beforeEach(empty)
  return new Proxy({} as TestDatabase, {
    get: (_, property: keyof TestDatabase) => {
      if (!opened) throw new Error('the database is there inside tests and hooks only')
      return opened.database[property]
    },
  })
}
