import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { Storage } from '#server/services/storage/storage.ts'

/** The dependencies of the scheduler. */
export type SchedulerParts = {
  db: Kysely<Database>
  config: Pick<Config, 'timeZone' | 'databaseUrl' | 'dataDir'>
  /** Create the daily snapshot when it is due; false = it is due and failed. */
  snapshot?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** Close or archive one month of device-days; false = nothing more is due for now. */
  history?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** Apply the time rules of events. */
  alerts?: (now: Date) => Promise<void>
  /** Judge machines that no longer report, and write completed hours. */
  live?: (now: Date) => Promise<void>
  storage: Storage
  archive: Archive
  clock: () => Date
  logger: Pick<Logger, 'info' | 'warn'>
}
