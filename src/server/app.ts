import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createServices } from './create-services.ts'
import { acquireLock, type Lock } from './db/lock.ts'
import { migrate } from './db/migrate.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { prepareAlone } from './db/prepare-alone.ts'
import { findSerialTwins } from './db/serial-twins.ts'
import type { Database } from './db/tables.ts'
import { UnusableDatabaseError, unusable } from './db/unusable-database.ts'
import { startWatchdog } from './db/watchdog.ts'
import { isEmpty, loadDemo } from './demo/load.ts'
import { type DemoProject, printDemoReport } from './demo/print-report.ts'
import { sweepCopies } from './features/system/backup-copy.ts'
import { createFirstManager, requireFitManager } from './first-manager.ts'
import { snapshotBeforeMigration } from './jobs/snapshots.ts'
import { markKeys, requireFittingKeys } from './key-mark.ts'
import { createLogger } from './logger.ts'
import { type ContextFactory, createContextFactory } from './make-context.ts'
import { assertPolicyComplete } from './policy-check.ts'
import { appRouter } from './router.ts'
import type { Services } from './services/services.ts'

export type App = {
  config: Config
  database: OpenDatabase
  db: Kysely<Database>
  engine: OpenDatabase['engine']
  services: Services
  logger: Logger
  contextFor: ContextFactory['forRequest']
  contextForTerminal: ContextFactory['forTerminal']
  /** Names of the migrations that this start ran. */
  migrated: readonly string[]
  /** True when this start loaded the demonstration data. */
  demoLoaded: boolean
  /** What a start still owes, while requests get their turn: the reports of the demonstration, and the tables of the embedded engine. `close` ends it at the next table. */
  tidy(): Promise<void>
  /** Tells other processes of this machine where this one answers HTTP. */
  announce(url: string): void
  close(): Promise<void>
}

export type AppOptions = {
  /** Named to a second process that finds the data folder held. */
  what: string
  logger?: Logger
  clock?: () => Date
  /** False leaves the schema and the data as they are, for `db status` and `db restore`. */
  prepare?: boolean
  /** What becomes of keys that do not fit the stored passwords: the start is refused, they count from now on, or nobody looks. Default: refused. */
  keys?: 'refuse' | 'accept' | 'ignore'
  /** Called once the data folder is this process's own, before anything is loaded; what it throws ends the opening. */
  check?: () => Promise<void>
  /** Ends an opening that is still under way: what it holds is given back, and `openApp` throws the signal's reason. */
  signal?: AbortSignal
  /** Called instead of ending the process when the embedded engine dies or hangs. */
  onEngineLost?: (reason: string) => void
}

/** Index-only scans need fresh statistics and a visibility map. Source: data.md A, condition 3 */
const vacuumed = [
  'device',
  'device_daily',
  'daily_leaf',
  'daily_scope',
  'daily_type',
  'device_count',
  'device_leaf_count',
  'device_place_count',
] as const

type Seeding = {
  database: OpenDatabase
  logger: Logger
  config: Config
  services: Services
  clock: () => Date
  unprinted: DemoProject[]
}

/** `unprinted` gets the projects of the demonstration whose reports are to be printed once the start is over. */
async function seed({ database, logger, config, services, clock, unprinted }: Seeding): Promise<boolean> {
  const wanted =
    config.demo ?? (database.engine === 'embedded' && config.adminUser === null && (await isEmpty(database.db)))
  const loaded =
    wanted &&
    (await loadDemo({
      db: database.db,
      services,
      config,
      clock,
      printReport: async (project) => void unprinted.push(project),
    }))
  const made = await createFirstManager(database.db, config, services)
  if (loaded && !made && config.adminUser !== null)
    logger.warn(
      { adminUser: config.adminUser },
      'ADMIN_USER was not made: the demonstration has managers of its own, whose password is published',
    )
  if (loaded) await database.vacuum(vacuumed)
  return loaded
}

/** Ends the process when its engine is gone: a supervisor starts it anew, and no request waits for ever. */
function watchEngine(database: OpenDatabase, logger: Logger, onEngineLost: (reason: string) => void): () => void {
  const { embedded } = database
  if (!embedded) return () => undefined
  embedded.onFailure((error) => {
    if (error instanceof UnusableDatabaseError) logger.fatal(error.message)
    else logger.fatal({ err: error }, 'the embedded database ended')
    onEngineLost('the embedded database ended')
  })
  return startWatchdog({ ping: database.ping, progress: embedded.progress }, (silentMs) => {
    logger.fatal({ silentMs }, 'the embedded database has stopped answering; is the disk full?')
    onEngineLost('the embedded database has stopped answering')
  })
}

async function warnOfTwins(db: Kysely<Database>, logger: Logger): Promise<void> {
  const twins = await findSerialTwins(db)
  if (twins.length === 0) return
  logger.warn(
    { twins },
    'machines are recorded twice, under serials that differ only in letter case: scrap the record that is wrong; feeds mean the older one',
  )
}

/** One table after the other, so that anyone who closes waits for one of them at most. A fault, as of a full disk, is logged: the product serves without it. */
async function vacuumInTurn(database: OpenDatabase, logger: Logger, closed: AbortSignal): Promise<void> {
  for (const table of vacuumed) {
    if (closed.aborted) return
    await database.vacuum([table]).catch((error: unknown) => {
      if (!closed.aborted)
        logger.warn(
          { table, reason: error instanceof Error ? error.message : String(error) },
          'a table could not be tidied',
        )
    })
  }
}

/** @returns what ends the watch, and throws when the signal has fired meanwhile */
function whileOpening(signal: AbortSignal | undefined, giveUp: () => void): () => void {
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) giveUp()
  return () => {
    signal?.removeEventListener('abort', giveUp)
    signal?.throwIfAborted()
  }
}

const endProcess = () => process.exit(70)

/**
 * Everything the process owns, opened in order and closed in reverse: data folder, database, schema, services, first data.
 * Used by the server, the terminal, scripts and tests alike.
 * @throws FolderHeldError when another process holds the embedded database, ConfigError, UnusableDatabaseError with the way back, or a defect
 */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  assertPolicyComplete(appRouter)
  const logger = options.logger ?? createLogger(config)
  const clock = options.clock ?? (() => new Date())
  const undo: (() => Promise<void> | void)[] = []
  const untilClosed = new AbortController()
  const close = async () => {
    untilClosed.abort()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock: Lock | null = config.databaseUrl === null ? await acquireLock(config.dataDir, options.what) : null
    if (lock) undo.push(lock.release)
    options.signal?.throwIfAborted()
    await options.check?.()
    if (lock) await sweepCopies(config.dataDir)
    options.signal?.throwIfAborted()
    const database = await openDatabase(config, logger)
    undo.push(database.close)
    // Migrations and the demonstration are one transaction each: nobody who stops the process waits for their end.
    const untilOpen = whileOpening(options.signal, () => database.embedded?.abandon())
    const { db, engine, lane, jobsDb } = database
    // Schema and first data take as long as they take.
    const unhurried = { ...database, db: jobsDb }
    const prepares = options.prepare !== false
    const unprinted: DemoProject[] = []
    const prepare = async () => {
      if (prepares) await requireFitManager(jobsDb, config)
      if (prepares) await snapshotBeforeMigration(jobsDb, { config, logger, now: clock() })
      const migrated = prepares ? await migrate(jobsDb) : []
      if (migrated.length > 0) logger.info({ migrated }, 'schema brought up to date')
      if (prepares) await warnOfTwins(jobsDb, logger)
      const { keys = 'refuse' } = options
      if (prepares && keys === 'refuse') await requireFittingKeys(jobsDb, config.dataDir)
      // Made here too when there are none: processes that share their folder would each make their own.
      const services = createServices({ config, database, logger, clock })
      undo.push(services.tidying.close)
      undo.push(services.jobs.close)
      undo.push(services.sms.close)
      undo.push(services.outbound.close)
      undo.push(services.reports.close)
      undo.push(services.feedThread.close)
      undo.push(services.archive.close)
      const demoLoaded = prepares && (await seed({ database: unhurried, logger, config, services, clock, unprinted }))
      if (prepares && keys !== 'ignore') await markKeys(jobsDb, services.keys.pepper)
      return { migrated, services, demoLoaded }
    }
    const isShared = prepares && engine === 'postgres'
    const { migrated, services, demoLoaded } = await (isShared
      ? prepareAlone({ pool: database.pool, logger, signal: options.signal }, prepare)
      : prepare())
    await database.replica?.requirePresent()
    untilOpen()
    undo.push(watchEngine(database, logger, options.onEngineLost ?? endProcess))
    let tidying: Promise<void> = Promise.resolve()
    // Before anything that it uses is closed.
    undo.push(() => tidying)
    const contexts = createContextFactory({ db, lane, jobsDb, replica: database.replica, config, services, clock })
    return {
      config,
      database,
      db,
      engine,
      services,
      logger,
      contextFor: contexts.forRequest,
      contextForTerminal: contexts.forTerminal,
      migrated,
      demoLoaded,
      tidy() {
        const terminal = () => contexts.forTerminal()
        if (untilClosed.signal.aborted) return tidying
        for (const project of unprinted.splice(0))
          services.jobs.later('report of the demonstration', async () => printDemoReport(await terminal(), project))
        tidying = engine === 'embedded' ? vacuumInTurn(database, logger, untilClosed.signal) : Promise.resolve()
        return tidying
      },
      announce: (url) => lock?.announce(url),
      close,
    }
  } catch (error) {
    await close()
    // What it broke on while it was being given up is not why it ended.
    options.signal?.throwIfAborted()
    throw config.databaseUrl === null ? error : unusable(error, 'DATABASE_URL', config.databaseUrl)
  }
}
