import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/tables.ts'

/**
 * The reads of a call: rows fetched from tables by scans and by indexes, and pages of 8 KB, including those of triggers
 * and writes.
 */
export type TrialCost = { rows: number; buffers: number }
export type Trial = {
  /** Every call runs on one connection, inside a transaction that is rolled back. */
  db: Kysely<Database>
  /** Run a call twice and roll back its writes; the second run counts. `prepare` is not measured. */
  run(work: () => Promise<unknown>, prepare?: (connection: pg.Client) => Promise<unknown>): Promise<TrialCost>
  close(): Promise<void>
}

const outer = 'of_call'
const each = 'of_statement'
/** Turn a transaction of the product into a savepoint inside the measuring transaction. */
const asSavepoint = (text: string): string | null => {
  if (/^(begin|start transaction)/i.test(text)) return `savepoint ${outer}`
  if (/^commit$/i.test(text)) return `release savepoint ${outer}`
  return /^rollback$/i.test(text) ? `rollback to savepoint ${outer}` : null
}

const rowsRead =
  'select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as count from pg_stat_xact_user_tables'
const buffersRead = `select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as count from pg_stat_statements
  where query not like '%pg_stat_%' and dbid = (select oid from pg_database where datname = current_database())
    and userid = (select oid from pg_roles where rolname = current_user)`

/**
 * Open a database on which calls may change anything and everything is rolled back. `seconds` = statement timeout.
 * Needs pg_stat_statements.
 */
export async function openTrial(databaseUrl: string, seconds: number): Promise<Trial> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: `-c statement_timeout=${seconds * 1_000} -c jit=off`,
  })
  await client.connect()
  let inTransaction = false
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const answer = turn.then(work, work)
    turn = answer.catch(() => undefined)
    return answer
  }
  async function send(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const step = asSavepoint(text.trim())
    if (step !== null) {
      inTransaction = step.startsWith('savepoint')
      return client.query(step)
    }
    if (inTransaction) return client.query(text, values)
    // A statement that fails on its own must not end the transaction around it.
    await client.query(`savepoint ${each}`)
    try {
      return await client.query(text, values)
    } catch (error) {
      await client.query(`rollback to savepoint ${each}`)
      throw error
    } finally {
      await client.query(`release savepoint ${each}`)
    }
  }
  const lent = {
    query: (text: string, values?: unknown[]) =>
      inTurn(() => send(text, values)) as unknown as Promise<PostgresQueryResult<unknown>>,
    release: () => undefined,
  } as PostgresPoolClient
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { connect: async () => lent, end: async () => undefined } }),
  })
  const count = async (text: string) => (await client.query<{ count: number }>(text)).rows[0]?.count ?? 0

  const measured: Trial['run'] = async (work, prepare) => {
    inTransaction = false
    await client.query('begin')
    try {
      await prepare?.(client)
      await client.query('select pg_stat_statements_reset()')
      const before = await count(rowsRead)
      await work()
      const rows = (await count(rowsRead)) - before
      return { rows, buffers: await count(buffersRead) }
    } finally {
      await client.query('rollback')
    }
  }

  return {
    db,
    async run(work, prepare) {
      // A new connection reads the catalogue for each statement; those of a server have done so long ago.
      await measured(work, prepare)
      return measured(work, prepare)
    },
    async close() {
      await db.destroy()
      await client.end()
    },
  }
}
