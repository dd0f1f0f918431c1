import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { Storage } from '#server/services/storage.ts'

/** What the clock of the process works with. */
export type SchedulerParts = {
  db: Kysely<Database>
  config: Pick<Config, 'timeZone' | 'databaseUrl' | 'dataDir'>
  /** Makes the snapshot of the day when it is due; false = it is due and could not be made. */
  snapshot?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** Does one piece of what months of device-days need; false = nothing more is due for now. */
  history?: (now: Date, signal: AbortSignal) => Promise<boolean>
  /** What becomes of events by the passing of time. */
  alerts?: (now: Date) => Promise<void>
  /** Judges machines that report no more, and writes hours that are over. */
  live?: (now: Date) => Promise<void>
  storage: Storage
  archive: Archive
  clock: () => Date
  logger: Pick<Logger, 'info' | 'warn'>
}
