import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { archiveMonth } from '#server/features/history/archive-month.ts'
import { restoreMonth } from '#server/features/history/restore-month.ts'
import type { Step } from '#server/features/history/swap-month.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { createFileStorage } from '#server/services/file-storage.ts'

/** Archives a month or brings it back, as the command line says, and stands still at one step, of which it tells its parent, until it is killed. */
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
