import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { migrationStatus } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import { isSnapshotUnderWay, listSnapshots, makeSnapshot, thinSnapshots } from '#server/features/system/snapshots.ts'
import type { SnapshotReason } from '#server/services/storage/snapshot-folder.ts'
import { AppError, messageOf } from '#shared/errors.ts'

type Parts = { config: Config; logger: Logger; now: Date; signal?: AbortSignal }

const dayMs = 86_400_000
const off = 'set SNAPSHOTS=0 to have none'

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return describeError(error, 'en').message
  return messageOf(error)
}

/** Try to create a snapshot. A failure is logged and does not stop the caller. */
async function tryToMake(
  db: Kysely<Database>,
  reason: SnapshotReason,
  { config, logger, now, signal }: Parts,
): Promise<boolean> {
  try {
    const startedAt = Date.now()
    const name = await makeSnapshot(db, reason, {
      config,
      logger,
      now,
      alone: reason === 'migration',
      ...(signal ? { signal } : {}),
    })
    const removed = await thinSnapshots(config.dataDir)
    logger.info({ name, removed, milliseconds: Date.now() - startedAt }, 'snapshot made')
    return true
  } catch (error) {
    if (!signal?.aborted) logger.warn({ reason: reasonOf(error) }, `no snapshot could be made; ${off}`)
    return false
  }
}

/** Create a snapshot before migrations change the data. An empty or up-to-date database needs none. */
export async function snapshotBeforeMigration(db: Kysely<Database>, parts: Parts): Promise<void> {
  if (!parts.config.snapshots) return
  const status = await migrationStatus(db)
  const ran = status.filter(({ executedAt }) => executedAt !== null).length
  if (ran > 0 && ran < status.length) await tryToMake(db, 'migration', parts)
}

/** Return whether a day has passed since the newest daily snapshot that this version of the product can restore. */
async function isDue(db: Kysely<Database>, { config, now }: Parts): Promise<boolean> {
  if (await isSnapshotUnderWay(config.dataDir)) return false
  const newest = (await listSnapshots(config.dataDir)).find(({ reason }) => reason === 'daily')
  if (!newest || newest.migration !== (await migrationStatus(db)).at(-1)?.name) return true
  // Also true for a snapshot from the future, which a wrong clock leaves.
  return Math.abs(now.getTime() - Date.parse(newest.at)) >= dayMs
}

/** Create the daily snapshot when it is due. @returns false when it is due and failed */
export async function snapshotOfTheDay(db: Kysely<Database>, parts: Parts): Promise<boolean> {
  if (!parts.config.snapshots || !(await isDue(db, parts))) return true
  return tryToMake(db, 'daily', parts)
}
