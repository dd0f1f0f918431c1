import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { archiveMonth } from '#server/features/history/archive-month.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import { restoreMonth } from '#server/features/history/restore-month.ts'
import { readMonth } from '#server/features/history/status.ts'
import { createArchive } from '#server/services/archive/archive.ts'
import { createStorage } from '#server/services/storage/create-storage.ts'
import { addDays } from '#shared/dates.ts'
import { type Bench, type Figure, today } from './bench.ts'

/** Limit from the issue about history: bytes of a device and day in a closed month, with its key. */
const closedLimit = 110
/** Bytes of a device and day in the archive; measured 4.4 at 20,000 devices. */
const archivedLimit = 10
const perDeviceAndDay = 'bytes of device_daily a device and day, with its key'

/** Measure the size of a whole month while feeds write it, and after it is closed. */
export async function measureHistory(bench: Bench): Promise<Figure[]> {
  const { devices } = bench.options
  // From yesterday back over the last whole month.
  const first = `${addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const days = Math.round((Date.parse(addDays(today(), -1)) - Date.parse(first)) / 86_400_000) + 1
  const url = await bench.copyOf(await bench.database({ devices, days, rawDays: days }))
  const month = first.slice(0, 7)
  const database = await openDatabase(
    { databaseUrl: url, databaseReadUrl: null, dataDir: bench.folder('history') },
    pino({ level: 'silent' }),
  )
  try {
    const conditions = (rows: number) => `${devices} devices, ${month}, ${rows} rows, PostgreSQL`
    const figure = async (measure: string, limit: number | null): Promise<Figure> => {
      const read = await readMonth(database.jobsDb, month)
      if (!read) throw new Error(`nothing is known of ${month}`)
      const bytes = (read.fileBytes ?? read.bytes) / read.rows
      return {
        measure: `${measure}: ${perDeviceAndDay}`,
        conditions: conditions(read.rows),
        figure: bytes,
        unit: 'B',
        limit,
        better: 'lower',
      }
    }
    const open = await figure('open month', null)
    await closeMonth(database.jobsDb, month, { embedded: false })
    const closed = await figure('closed month', closedLimit)
    const storage = createStorage({ storageUrl: null, dataDir: bench.folder('history') })
    const archive = createArchive({ storage, folder: bench.folder('history-archive') })
    const parts = { db: database.jobsDb, archive, storage, changing: { embedded: false } }
    const timed = async (measure: string, work: () => Promise<unknown>): Promise<Figure> => {
      const began = performance.now()
      await work()
      const seconds = (performance.now() - began) / 1_000
      return {
        measure,
        conditions: `${devices} devices, ${month}, PostgreSQL`,
        figure: seconds,
        unit: 's',
        limit: null,
        better: 'lower',
      }
    }
    try {
      const archiving = await timed('archiving a month', () => archiveMonth(parts, month))
      const archived = await figure('archived month', archivedLimit)
      return [open, closed, archived, archiving, await timed('bringing a month back', () => restoreMonth(parts, month))]
    } finally {
      archive.close()
    }
  } finally {
    await database.close()
  }
}
