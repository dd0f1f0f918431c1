import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createServices } from './create-services.ts'
import { settingsToRenew } from './db/citus/check.ts'
import { migrate } from './db/migrate.ts'
import type { OpenDatabase } from './db/opened.ts'
import { prepareAlone } from './db/prepare-alone.ts'
import { findSerialTwins } from './db/serial-twins.ts'
import { isEmpty, loadDemo } from './demo/load.ts'
import type { DemoProject } from './demo/print-report.ts'
import { createFirstManager, requireFitManager } from './first-manager.ts'
import { snapshotBeforeMigration } from './jobs/snapshots.ts'
import { markKeys, requireFittingKeys } from './key-mark.ts'
import type { Services } from './services/services.ts'

/** Index-only scans need fresh statistics and a visibility map. Source: data.md A, condition 3 */
export const vacuumed = [
  'device',
  'device_daily',
  'daily_leaf',
  'daily_scope',
  'daily_type',
  'device_count',
  'device_leaf_count',
  'device_place_count',
] as const

export type PrepareParts = {
  config: Config
  database: OpenDatabase
  logger: Logger
  clock: () => Date
  signal: AbortSignal | undefined
  /** Receives the projects whose reports are printed after the start. */
  unprinted: DemoProject[]
  /** Receives what closes the services. */
  undo: (() => Promise<void> | void)[]
}
export type Prepared = { migrated: readonly string[]; services: Services; demoLoaded: boolean }
type PrepareOptions = {
  /** Whether schema and data may be changed. */
  changes: boolean
  /** For keys that do not match the stored passwords. */
  keys: 'refuse' | 'accept' | 'ignore'
}

/** Load the demonstration data, if the configuration wants it, and create the first manager. */
async function loadFirstData(
  { database, logger, config, clock, unprinted }: PrepareParts,
  services: Services,
): Promise<boolean> {
  // Without a statement timeout.
  const db = database.jobsDb
  const wanted = config.demo ?? (database.engine === 'embedded' && config.adminUser === null && (await isEmpty(db)))
  const loaded =
    wanted &&
    (await loadDemo({
      db,
      services,
      config,
      clock,
      printReport: async (project) => void unprinted.push(project),
    }))
  const made = await createFirstManager(db, config, services)
  if (loaded && !made && config.adminUser !== null)
    logger.warn(
      { adminUser: config.adminUser },
      'ADMIN_USER was not made: the demonstration has managers of its own, whose password is published',
    )
  if (loaded) await database.vacuum(vacuumed)
  return loaded
}

async function warnOfTwins({ database, logger }: PrepareParts): Promise<void> {
  const twins = await findSerialTwins(database.jobsDb)
  if (twins.length === 0) return
  logger.warn(
    { twins },
    'machines are recorded twice, under serials that differ only in letter case: scrap the record that is wrong; feeds mean the older one',
  )
}

/** Create the services. Missing keys are created here: processes that share a folder must not each create their own. */
function openServices({ config, database, logger, clock, undo }: PrepareParts): Services {
  const services = createServices({ config, database, logger, clock })
  const { tidying, jobs, sms, outbound, reports, feedThread, archive } = services
  undo.push(tidying.close, jobs.close, sms.close, outbound.close, reports.close, feedThread.close, archive.close)
  return services
}

/** Ask for `db distribute` after an update that expects other settings of the nodes. */
async function warnOfOldSettings({ database, logger }: PrepareParts): Promise<void> {
  const settings = await settingsToRenew(database.jobsDb)
  if (settings.length > 0) logger.warn({ settings }, 'the nodes have settings of an earlier version: run db distribute')
}

async function prepareNow(parts: PrepareParts, { changes, keys }: PrepareOptions): Promise<Prepared> {
  const { config, database, logger, clock } = parts
  // Schema and first data run without a statement timeout.
  const db = database.jobsDb
  if (changes) {
    await requireFitManager(db, config)
    await snapshotBeforeMigration(db, { config, logger, now: clock() })
  }
  const migrated = changes ? await migrate(db) : []
  if (migrated.length > 0) logger.info({ migrated }, 'schema brought up to date')
  if (changes) await warnOfTwins(parts)
  if (changes) await warnOfOldSettings(parts)
  if (changes && keys === 'refuse') await requireFittingKeys(db, config.dataDir)
  const services = openServices(parts)
  const demoLoaded = changes && (await loadFirstData(parts, services))
  if (changes && keys !== 'ignore') await markKeys(db, services.keys.pepper)
  return { migrated, services, demoLoaded }
}

/**
 * Bring the schema up to date, create the services, and load the first data; on a shared PostgreSQL in one process at a
 * time.
 */
export function prepare(parts: PrepareParts, options: PrepareOptions): Promise<Prepared> {
  const { database, logger, signal } = parts
  return options.changes && database.engine === 'postgres'
    ? prepareAlone({ pool: database.pool, logger, signal }, () => prepareNow(parts, options))
    : prepareNow(parts, options)
}
