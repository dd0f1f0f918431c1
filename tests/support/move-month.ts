import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { archiveMonth } from '#server/features/history/archive-month.ts'
import { restoreMonth } from '#server/features/history/restore-month.ts'
import type { Step } from '#server/features/history/swap-month.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { createFileStorage } from '#server/services/storage/file-storage.ts'

/**
 * Archive a month or restore it, as the arguments say, and stop at one step, report it to the parent process, and wait
 * to be killed.
 */
const [, , databaseUrl = '', files = '', folder = '', direction = '', month = '', last = ''] = process.argv
const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: folder }, pino({ level: 'silent' }))
const storage = createFileStorage(files)
const parts = {
  db: database.jobsDb,
  archive: createArchive({ storage, folder }),
  storage,
  changing: {
    embedded: false,
    at: (step: Step) => {
      if (step !== last) return
      process.send?.({ step })
      return new Promise<void>(() => undefined)
    },
  },
}
setInterval(() => undefined, 1_000)
await (direction === 'archive' ? archiveMonth(parts, month) : restoreMonth(parts, month))
