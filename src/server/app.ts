import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { messageOf } from '#shared/errors.ts'
import type { Config } from './config.ts'
import { openSessionReads } from './db/citus/session-reads.ts'
import { acquireLock, type Lock } from './db/folder-lock.ts'
import { openDatabase } from './db/open.ts'
import type { OpenDatabase } from './db/opened.ts'
import type { Database } from './db/tables.ts'
import { UnusableDatabaseError, unusable, unusableFolder } from './db/unusable-database.ts'
import { startWatchdog } from './db/watchdog.ts'
import { type DemoProject, printDemoReport } from './demo/print-report.ts'
import { sweepCopies } from './features/system/backup-copy.ts'
import { createLogger } from './logger.ts'
import { type ContextFactory, createContextFactory } from './make-context.ts'
import { assertPermissionsComplete } from './permissions-complete.ts'
import { prepare, vacuumed } from './prepare.ts'
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
  /**
   * Finish a start while requests run: print the demonstration's reports, vacuum tables. `close` ends it at a table.
   */
  tidy(): Promise<void>
  /** Publish the HTTP address of this process to other processes of this machine. */
  announce(url: string): void
  close(): Promise<void>
}

export type AppOptions = {
  /** Name of this process, shown to a second process that finds the data folder locked. */
  what: string
  logger?: Logger
  clock?: () => Date
  /** False leaves the schema and the data as they are, for `db status` and `db restore`. */
  prepare?: boolean
  /** For keys that do not match the stored passwords: refuse the start (default), accept them, or skip the check. */
  keys?: 'refuse' | 'accept' | 'ignore'
  /** Called once this process holds the data folder, before anything is loaded; an error ends the opening. */
  check?: () => Promise<void>
  /** Aborts an opening in progress: its resources are released, `openApp` throws the signal's reason. */
  signal?: AbortSignal
  /** Called instead of ending the process when the embedded engine dies or hangs. */
  onEngineLost?: (reason: string) => void
}

/** End the process when its engine is lost: a supervisor restarts it, and no request waits for ever. */
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

/** Vacuum the tables in turn, so that `close` waits for one at most. Log a fault (full disk): vacuum is not vital. */
async function vacuumInTurn(database: OpenDatabase, logger: Logger, closed: AbortSignal): Promise<void> {
  for (const table of vacuumed) {
    if (closed.aborted) return
    await database.vacuum([table]).catch((error: unknown) => {
      if (!closed.aborted) logger.warn({ table, reason: messageOf(error) }, 'a table could not be tidied')
    })
  }
}

/** Call `giveUp` when the signal fires. @returns a function that stops watching, and throws if it has fired */
function whileOpening(signal: AbortSignal | undefined, giveUp: () => void): () => void {
  signal?.addEventListener('abort', giveUp, { once: true })
  if (signal?.aborted) giveUp()
  return () => {
    signal?.removeEventListener('abort', giveUp)
    signal?.throwIfAborted()
  }
}

/** Hold the data folder of the embedded database, and remove what an ended process has left in it. */
async function holdFolder(
  { databaseUrl, dataDir }: Config,
  { what, signal, check }: AppOptions,
  undo: (() => Promise<void> | void)[],
): Promise<Lock | null> {
  const lock = databaseUrl === null ? await acquireLock(dataDir, what) : null
  if (lock) undo.push(lock.release)
  signal?.throwIfAborted()
  await check?.()
  if (lock) await sweepCopies(dataDir)
  signal?.throwIfAborted()
  return lock
}

const endProcess = () => process.exit(70)

/** Name the setting of an error of the database or the data folder, and the way to recover. */
function named(error: unknown, { databaseUrl }: Config): unknown {
  const cause = databaseUrl === null ? error : unusable(error, 'DATABASE_URL', databaseUrl)
  return unusableFolder(cause) ?? cause
}

/**
 * Open everything that the process owns, in order: data folder, database, schema, services, first data. Close it in
 * reverse. Used by the server, the terminal, scripts and tests.
 * @throws FolderHeldError when another process holds the embedded database, ConfigError, UnusableDatabaseError with the
 * way to recover, or a defect
 */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  assertPermissionsComplete(appRouter)
  const logger = options.logger ?? createLogger(config)
  const clock = options.clock ?? (() => new Date())
  const undo: (() => Promise<void> | void)[] = []
  const untilClosed = new AbortController()
  const close = async () => {
    untilClosed.abort()
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock = await holdFolder(config, options, undo)
    const database = await openDatabase(config, logger)
    undo.push(database.close)
    // Migrations and the demonstration are one transaction each, so a stopping process can abort them.
    const untilOpen = whileOpening(options.signal, () => database.embedded?.abandon())
    const { db, engine, lane, jobsDb } = database
    const unprinted: DemoProject[] = []
    const { migrated, services, demoLoaded } = await prepare(
      { config, database, logger, clock, signal: options.signal, unprinted, undo },
      { changes: options.prepare !== false, keys: options.keys ?? 'refuse' },
    )
    await database.replica?.requirePresent()
    untilOpen()
    undo.push(watchEngine(database, logger, options.onEngineLost ?? endProcess))
    let tidying: Promise<void> = Promise.resolve()
    // Wait for the tidying before closing anything that it uses.
    undo.push(() => tidying)
    const sessionReads = await openSessionReads(database, config, logger)
    if (sessionReads) undo.push(sessionReads.close)
    const contexts = createContextFactory({
      db,
      lane,
      jobsDb,
      sessionReads,
      replica: database.replica,
      config,
      services,
      clock,
    })
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
    // After an abort, the reason is the signal's, not the error that the abort caused.
    options.signal?.throwIfAborted()
    throw named(error, config)
  }
}
