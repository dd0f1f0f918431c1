import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/tables.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import { monthTable } from '#server/features/history/month-table.ts'
import { readMonths, writtenSince } from '#server/features/history/status.ts'
import { addDays, businessDay } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryMonth } from '#shared/history.ts'

type Parts = {
  config: Pick<Config, 'databaseUrl' | 'timeZone' | 'historyCloseAfter'>
  logger: Pick<Logger, 'info' | 'warn'>
  now: Date
  signal?: AbortSignal
}
/** A closed month that is written again and again is not rewritten each time: only once it was left alone for a day. */
const restMs = 86_400_000

/** The oldest month that is over for long enough and not closed, or was written since; null = there is none. */
async function nextToClose(db: Kysely<Database>, { config, now }: Parts): Promise<HistoryMonth | null> {
  const today = businessDay(now, config.timeZone)
  for (const month of await readMonths(db)) {
    if (addDays(monthTable(month.month).next, config.historyCloseAfter) > today || month.state === 'archived' || month.bytes === 0) continue
    if (month.state === 'open') return month
    if (month.isWritten && !(await writtenSince(db, month.month, new Date(now.getTime() - restMs)))) return month
  }
  return null
}

/**
 * Closes one month where one is due. Several processes may ask: one of them does it.
 * @returns whether there may be more to do at once
 */
export async function keepHistory(db: Kysely<Database>, parts: Parts): Promise<boolean> {
  const { config, logger, signal } = parts
  const due = await nextToClose(db, parts)
  if (!due) return false
  try {
    await closeMonth(db, due.month, { embedded: config.databaseUrl === null, ...(signal ? { signal } : {}) })
    const after = (await readMonths(db)).find(({ month }) => month === due.month)
    logger.info({ month: due.month, rows: due.rows, bytesBefore: due.bytes, bytesAfter: after?.bytes }, 'month of device-days closed')
    return true
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'BUSY')) throw error
    logger.info({ month: due.month }, 'a month of device-days is in use and is closed later')
    return false
  }
}
