import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LoadClass } from '#server/load/load-classes.ts'
import { openLanes } from './connection-lanes.ts'
import { createEarlyReturn } from './early-return.ts'
import { startEmbedded } from './embedded.ts'
import { NamedStatementClient } from './named-statements.ts'
import { common, jobPatienceMs, type OpenDatabase, type OpenOptions, ownWork } from './opened.ts'
import { survive, types } from './postgres-pool.ts'
import { openStore } from './store/open-store.ts'

/** Time in ms that a call waits for a connection: one of our feeds holds the only one for a while. */
const patienceMs = 25_000
/**
 * The embedded engine runs one statement at a time, and each statement queues anew: without this limit, less urgent
 * statements would be overtaken again and again.
 */
const embeddedLongWaitMs = 100
/** From this duration in ms on, a transaction on the embedded engine is long work. */
const longTransactionMs = 250

/** The folder of the embedded database in a data folder; it does not exist before the first start. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database')

/** Open the embedded engine: in the data folder, or in memory. */
export async function openEmbedded(dataDir: string, options: OpenOptions, logger: Logger): Promise<OpenDatabase> {
  const template = options.template ?? null
  const embedded = options.inMemory
    ? startEmbedded({ directory: null, template })
    : await openStore(embeddedFolder(dataDir), template)
  await embedded.ready
  if (!options.inMemory)
    logger.info(
      'embedded database: for one process, up to about 20,000 devices; what was saved is on the disk before it is acknowledged',
    )
  // The engine has one session: one connection, never closed for being idle.
  const pool = survive(
    new pg.Pool({
      Client: NamedStatementClient,
      pipeline: true,
      types,
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => embedded.connect(),
      user: 'postgres',
      database: 'postgres',
      host: 'embedded',
      ssl: false,
    }),
    logger,
  )
  const patience = (load: LoadClass) => (load === 'heavy' ? jobPatienceMs : patienceMs)
  const earlyReturn = createEarlyReturn()
  const { lane, waitedMs } = openLanes(pool, {
    capacity: 1,
    patienceMs: patience,
    longWaitMs: embeddedLongWaitMs,
    earlyReturn,
  })
  const db = lane('session', ownWork)
  return {
    ...common({
      engine: 'embedded',
      db,
      lane,
      jobsDb: lane('heavy', ownWork),
      connectionWaitMs: waitedMs,
      isHeld: () => earlyReturn.transactionMs() >= longTransactionMs || embedded.progress().maintaining,
      isPooled: false,
      pool,
      embedded,
    }),
    replica: null,
    async close() {
      await earlyReturn.settled()
      await pool.end()
      await embedded.close()
    },
  }
}
