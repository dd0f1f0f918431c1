import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { beforeAll, beforeEach, inject } from 'vitest'
import { copiedTables, spreadTables } from '#server/db/citus/sharded-tables.ts'
import { openDatabase } from '#server/db/open.ts'
import type { OpenDatabase } from '#server/db/opened.ts'
import type { Database } from '#server/db/tables.ts'
import { copyOnNodes } from './citus.ts'
import { emptierOfNodes } from './empty-nodes.ts'

type TestDatabase = OpenDatabase & {
  /** Address of the PostgreSQL database, null on the embedded engine. */
  url: string | null
}
type Opened = {
  database: TestDatabase
  makeAnew(): Promise<void>
  restoreFirstRows(): Promise<void>
  empty(): Promise<void>
}

const logger = pino({ level: 'silent' })
// Modules may be loaded again for each file; the worker's database must not.
const worker = globalThis as typeof globalThis & { coldfleetTestDatabase?: Promise<Opened> }

async function openTemplate(): Promise<TestDatabase> {
  const template = inject('template')
  const nowhere = { databaseUrl: null, databaseReadUrl: null, dataDir: '' }
  if (template.engine === 'embedded')
    return { ...(await openDatabase(nowhere, logger, { inMemory: true, template: template.archive })), url: null }
  const name = `${template.copies}_${process.pid}`
  if (template.nodes.length > 0) await copyOnNodes(template.server, template.nodes, name, template.database)
  else {
    const client = new pg.Client({ connectionString: template.server })
    await client.connect()
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name} template ${template.database}`)
    await client.end()
  }
  const address = new URL(template.server)
  address.pathname = `/${name}`
  return {
    ...(await openDatabase({ ...nowhere, databaseUrl: address.href }, logger, { throwaway: true })),
    url: address.href,
  }
}

/**
 * Return the tables without rows, which are empty before every test, and those that a migration filled (cities,
 * settings), which are restored before every file.
 */
async function tablesOf(db: Kysely<Database>): Promise<{ empty: string[]; filled: string[] }> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by relname`.execute(db)
  const empty: string[] = []
  const filled: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ filled: boolean }>`select exists (select 1 from ${sql.table(name)}) as filled`.execute(
      db,
    )
    const list = rows[0]?.filled ? filled : empty
    list.push(name)
  }
  return { empty, filled }
}

/** Skip triggers: the product's own role may not empty the audit log; a superuser may, for one transaction. */
const pastTriggers = (statements: string) =>
  `begin; set local session_replication_role = replica; ${statements}; commit`
/** Above this size a table is emptied by truncation, which also removes its dead rows. */
const largestDeleted = 32 * 1024

type FirstRows = { name: string; rows: string; numbers: string[] }
/** Return the rows of a table as JSON, in an order that does not depend on storage. */
const rowsOf = async (db: Kysely<Database>, name: string): Promise<string> => {
  const { rows } = await sql<{
    rows: string
  }>`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]')::text as rows from ${sql.table(name)} t`.execute(
    db,
  )
  return rows[0]?.rows ?? '[]'
}

/** Return the rows that migrations inserted, and statements that reset the sequences to their values after them. */
async function firstRows(db: Kysely<Database>, tables: readonly string[]): Promise<FirstRows[]> {
  const all: FirstRows[] = []
  for (const name of tables) {
    const { rows } = await sql<{ number: string }>`
      select format('select setval(%L, %s, %L)', s.relname, coalesce(pg_sequence_last_value(s.oid), q.seqstart), pg_sequence_last_value(s.oid) is not null) as number
      from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_sequence q on q.seqrelid = s.oid
      where d.refobjid = ${name}::regclass and d.deptype in ('a', 'i')`.execute(db)
    all.push({ name, rows: await rowsOf(db, name), numbers: rows.map(({ number }) => number) })
  }
  return all
}

/** Restore rows of migrations that a test file has changed. */
async function restoreFirstRows({ db, pool }: TestDatabase, all: readonly FirstRows[]): Promise<void> {
  for (const { name, rows, numbers } of all) {
    if ((await rowsOf(db, name)) === rows) continue
    const literal = `'${rows.replaceAll("'", "''")}'::jsonb`
    await pool.query(
      pastTriggers(
        [
          `delete from ${name}`,
          `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, ${literal})`,
          ...numbers,
        ].join('; '),
      ),
    )
  }
}

type Leftover = { name: string; sequence: string | null; called: boolean; large: boolean }
/**
 * Return a query for the leftovers of a test: the tables that may have rows, because they have pages or a used
 * sequence, the sequences to reset, and whether the rows are few enough to be deleted one by one. It reads no table:
 * after each emptying (the setting of `pastTriggers` drops all plans) a scan of every table takes longer to plan than
 * everything else here. On nodes the rows of a table that others reference are in a shard of its own.
 */
async function leftovers(db: Kysely<Database>, tables: readonly string[], onNodes: boolean): Promise<string> {
  const shard = sql`(select shard_name(logicalrelid, shardid) from pg_dist_shard where logicalrelid = c.oid limit 1)`
  const { rows } = await sql<{ name: string; stored: string; partitioned: boolean; sequence: string | null }>`
    select c.relname as name, coalesce(${onNodes ? shard : sql`null`}, c.relname) as stored,
      c.relkind = 'p' as partitioned, (select s.relname from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      where d.refobjid = c.oid and d.deptype in ('a', 'i') limit 1) as sequence
    from pg_class c where c.oid = any (${[...tables]}::text[]::regclass[])`.execute(db)
  const listed = rows.map(({ name, stored, partitioned, sequence }) => {
    const size = partitioned
      ? `(select sum(pg_relation_size(relid)) from pg_partition_tree('${name}'))`
      : `pg_relation_size('${stored}')`
    return sequence === null
      ? `('${name}', null, false, ${size})`
      : `('${name}', '${sequence}', pg_sequence_last_value('${sequence}'::regclass) is not null, ${size})`
  })
  return `select name, sequence, called, bytes > ${largestDeleted} as large
    from (values ${listed.join(', ')}) as found(name, sequence, called, bytes) where called or bytes > 0`
}

async function openOnce(): Promise<Opened> {
  const database = await openTemplate()
  const { empty: tables, filled } = await tablesOf(database.db)
  const template = inject('template')
  const onNodes = template.engine === 'postgres' && template.nodes.length > 0
  const held: readonly string[] = onNodes ? [...spreadTables, ...copiedTables] : []
  const here = tables.filter((table) => !held.includes(table))
  const emptyNodes = onNodes
    ? await emptierOfNodes(
        database,
        tables.filter((table) => held.includes(table)),
        largestDeleted,
      )
    : null
  const dirty = await leftovers(database.db, here, onNodes)
  const first = await firstRows(database.db, filled)
  const makeAnew = async () => {
    await emptyNodes?.()
    // Citus empties a table by a trigger of its own.
    const guarded = onNodes ? ['audit_log'] : here
    const others = here.filter((table) => !guarded.includes(table))
    if (others.length > 0) await database.pool.query(`truncate ${others.join(', ')} restart identity cascade`)
    await database.pool.query(pastTriggers(`truncate ${guarded.join(', ')} restart identity cascade`))
  }
  return {
    database,
    makeAnew,
    restoreFirstRows: () => restoreFirstRows(database, first),
    async empty() {
      await emptyNodes?.()
      const { rows } = await database.pool.query<Leftover>({ name: 'leftovers', text: dirty })
      if (rows.length === 0) return
      // On several nodes a truncation of all tables takes longer than the deletion of many rows.
      if (!onNodes && rows.some(({ large }) => large)) return makeAnew()
      const deletions = rows.map(({ name }) => `delete from ${name}`)
      const numbers = rows.flatMap(({ sequence, called }) =>
        sequence === null || !called
          ? []
          : [`select setval('${sequence}', seqstart, false) from pg_sequence where seqrelid = '${sequence}'::regclass`],
      )
      await database.pool.query(pastTriggers([...deletions, ...numbers].join('; ')))
    },
  }
}

/**
 * Provide the worker's migrated database, empty before every test (or before the file: then create the data of the
 * tests in a `beforeAll` below this call). Read its members inside tests and hooks only.
 */
export function useDatabase({ emptied = 'each' }: { emptied?: 'each' | 'file' } = {}): TestDatabase {
  let opened: Opened | null = null
  beforeAll(async () => {
    worker.coldfleetTestDatabase ??= openOnce()
    opened = await worker.coldfleetTestDatabase
    await opened.restoreFirstRows()
    if (emptied === 'file') await opened.makeAnew()
  }, 600_000)
  if (emptied === 'each') beforeEach(() => opened?.empty())
  return new Proxy({} as TestDatabase, {
    get: (_, property: keyof TestDatabase) => {
      if (!opened) throw new Error('the database is there inside tests and hooks only')
      return opened.database[property]
    },
  })
}
