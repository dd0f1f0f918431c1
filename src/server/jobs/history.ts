import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { isSpread } from '#server/db/citus/sharded-tables.ts'
import type { Database } from '#server/db/tables.ts'
import { describeError } from '#server/errors.ts'
import { archiveMonth } from '#server/features/history/archive-month.ts'
import { closeMonth } from '#server/features/history/close-month.ts'
import { monthTable } from '#server/features/history/month-table.ts'
import { readMonth, readMonths, writtenSince } from '#server/features/history/status.ts'
import type { Archive } from '#server/services/archive/archive.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import { businessDay } from '#shared/business-time.ts'
import { addDays, type Day, type Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { HistoryMonth } from '#shared/history.ts'

type Parts = {
  config: Pick<Config, 'databaseUrl' | 'timeZone' | 'historyCloseAfter' | 'historyArchiveAfter'>
  archive: Archive
  storage: Storage
  logger: Pick<Logger, 'info' | 'warn'>
  now: Date
  signal?: AbortSignal
}
/** Return the number of whole months from the first day of one to a later day. */
const monthsBetween = (first: Day, day: Day): number => {
  const [from, to] = [first, day].map((one) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7)))
  return (to ?? 0) - (from ?? 0)
}
/** A closed month that is still written to is rewritten only after a day without writes. */
const restMs = 86_400_000

/** Return the oldest month that is over for long enough and not closed, or was written since; null = none. */
async function nextToClose(db: Kysely<Database>, { config, now }: Parts): Promise<HistoryMonth | null> {
  const today = businessDay(now, config.timeZone)
  for (const month of await readMonths(db)) {
    if (
      addDays(monthTable(month.month).next, config.historyCloseAfter) > today ||
      month.state === 'archived' ||
      month.bytes === 0
    )
      continue
    if (month.state === 'open') return month
    if (month.isWritten && !(await writtenSince(db, month.month, new Date(now.getTime() - restMs)))) return month
  }
  return null
}

/**
 * Return the oldest closed month that is over for the configured number of months; null = none, or all months stay in
 * the database.
 */
async function nextToArchive(db: Kysely<Database>, { config, now }: Parts): Promise<HistoryMonth | null> {
  if (config.historyArchiveAfter === null) return null
  const present = businessDay(now, config.timeZone)
  const isDue = ({ month, state, isWritten }: HistoryMonth) =>
    state === 'closed' &&
    !isWritten &&
    monthsBetween(monthTable(month).next, present) >= (config.historyArchiveAfter ?? 0)
  return (await readMonths(db)).find(isDue) ?? null
}

/** Run one piece of work; an expected failure is retried later. @returns whether it was done */
async function tryTo(
  work: () => Promise<unknown>,
  month: Month,
  { logger, signal }: Parts,
  doing: string,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (signal?.aborted || !(error instanceof AppError)) throw error
    if (error.code === 'BUSY') logger.info({ month }, `a month of device-days is in use and is ${doing} later`)
    else
      logger.warn({ month, reason: describeError(error, 'en').message }, `a month of device-days could not be ${doing}`)
    return false
  }
}

/**
 * Close one month if one is due, otherwise archive one. Several processes may call this: one of them does it.
 * @returns whether more may be due at once
 */
export async function keepHistory(db: Kysely<Database>, parts: Parts): Promise<boolean> {
  const { config, logger, signal, archive, storage } = parts
  // A month that is spread over several nodes is never rewritten.
  if (await isSpread(db)) return false
  const changing = { embedded: config.databaseUrl === null, ...(signal ? { signal } : {}) }
  const toClose = await nextToClose(db, parts)
  const due = toClose ?? (await nextToArchive(db, parts))
  if (!due) return false
  const done = toClose
    ? await tryTo(() => closeMonth(db, due.month, changing), due.month, parts, 'closed')
    : await tryTo(() => archiveMonth({ db, archive, storage, changing }, due.month), due.month, parts, 'archived')
  if (!done) return false
  const after = await readMonth(db, due.month)
  const bytes = { bytesBefore: due.bytes, bytesAfter: after?.fileBytes ?? after?.bytes }
  logger.info({ month: due.month, rows: due.rows, ...bytes }, `month of device-days ${toClose ? 'closed' : 'archived'}`)
  return true
}
