import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { DatabaseLanes } from './connection-lanes.ts'
import type { EmbeddedEngine } from './embedded.ts'
import type { Replica } from './open-replica.ts'
import type { Database } from './tables.ts'
import { type WriteProblem, watchWriteProblems } from './write-problem.ts'

export type OpenDatabase = {
  engine: 'embedded' | 'postgres'
  db: Kysely<Database>
  /** Null if none is configured. */
  replica: Replica | null
  pool: pg.Pool
  /** The primary for the calls of a class: no class holds the connections that more urgent calls need. */
  lane: DatabaseLanes
  /** The primary for long work: with its own limits and, on PostgreSQL, its own connections. */
  jobsDb: Kysely<Database>
  /** Time in ms that calls wait for a connection because all are lent; 0 = one is free. */
  connectionWaitMs(): number
  /**
   * Return whether long work holds the only connection of the embedded engine: a transaction, a vacuum or a copy. It
   * ends by itself, and no other call runs until then.
   */
  isHeld(): boolean
  /** A pooler in front of PostgreSQL shares its sessions. */
  isPooled: boolean
  /** The engine behind the pool if it is the embedded one. */
  embedded: EmbeddedEngine | null
  /** @throws the error of anything between this process and the database */
  ping(): Promise<void>
  /**
   * Return why the database accepts no writes now; null = it does. @throws the error of anything between this process
   * and the database
   */
  writeProblem(): Promise<WriteProblem | null>
  /** Restore index-only scans after many rows have changed. */
  vacuum(tables: readonly (keyof Database)[]): Promise<void>
  close(): Promise<void>
}
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'> &
  Partial<
    Pick<
      Config,
      | 'databasePooler'
      | 'databaseReadMaxLag'
      | 'statementTimeout'
      | 'lockTimeout'
      | 'idleTransactionTimeout'
      | 'jobStatementTimeout'
    >
  >
export type OpenOptions = {
  /** An embedded store in memory that ends with the process; for tests. */
  inMemory?: boolean
  /** Tar archive of an initial store. */
  template?: string
  /** A server with temporary data, such as that of a test run: fsync=off is acceptable. */
  throwaway?: boolean
}

/** The name of the product's own work, which no call starts. */
export const ownWork = 'coldfleet'

/** Time in ms that a job waits for a connection. */
export const jobPatienceMs = 60_000

const isTable = /^[a-z_]+$/

type Parts = Pick<
  OpenDatabase,
  'engine' | 'db' | 'lane' | 'jobsDb' | 'connectionWaitMs' | 'isHeld' | 'isPooled' | 'pool' | 'embedded'
>
/** What both engines have in common, above the pool. */
export const common = ({ pool, embedded, ...parts }: Parts, otherPools: readonly pg.Pool[] = []) => ({
  ...parts,
  pool,
  embedded,
  async ping() {
    await pool.query('select 1')
  },
  writeProblem: watchWriteProblems(pool, otherPools),
  async vacuum(tables: readonly (keyof Database)[]) {
    if (!tables.every((table) => isTable.test(table))) throw new Error('vacuum takes names of tables')
    const work = () => parts.jobsDb.executeQuery(CompiledQuery.raw(`vacuum (analyze) ${tables.join(', ')}`))
    await (embedded ? embedded.maintain(work) : work())
  },
})
