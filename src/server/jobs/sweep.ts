import { sweepAttachments } from '#server/features/attachments/sweep.ts'
import { sweepDeletedOwners } from '#server/features/clients/bin.ts'
import { sweepHistoryFiles } from '#server/features/history/sweep-files.ts'
import { sweepDeletedSites } from '#server/features/sites/sweep.ts'
import type { SchedulerParts } from './scheduler-parts.ts'

/** Maximum time of an upload from its file to its row. */
const uploadMs = 600_000

/** Delete permanently the sites, owners and files deleted 30 days ago, and unused files. */
export async function sweep(
  { db, config, storage, archive, logger }: Pick<SchedulerParts, 'db' | 'config' | 'storage' | 'archive' | 'logger'>,
  { now, startedAt, warn }: { now: Date; startedAt: number; warn: (error: unknown) => void },
): Promise<void> {
  const archiving = { db, archive, storage, changing: { embedded: config.databaseUrl === null } }
  const sites = await sweepDeletedSites(archiving, now).catch((error: unknown) => {
    // A failure, for example of an archive file, must not stop the rest of the cleanup.
    warn(error)
    return 0
  })
  if (sites > 0) logger.info({ sites }, 'sites that were deleted 30 days ago swept for good')
  await sweepDeletedOwners(db, now)
  // The embedded database has one process: files from before its start belong to no upload in progress.
  const left = Math.max(now.getTime() - uploadMs, config.databaseUrl === null ? startedAt : 0)
  const { rows, files, foreign, lost } = await sweepAttachments(db, storage, now, new Date(left))
  if (files > 0) logger.info({ rows, files }, 'files that nobody uses removed')
  if (lost)
    return logger.warn(
      'the storage of STORAGE_URL is empty although there are files: is its folder mounted? Nothing is removed',
    )
  if (foreign)
    return logger.warn(
      'the files in STORAGE_URL belong to another database: none of them is removed for having no row here',
    )
  const months = await sweepHistoryFiles(db, storage, config.dataDir, now)
  if (months > 0) logger.info({ files: months }, 'files of months that are no longer in the archive removed')
}
