import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Db } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import {
  addIndexes,
  addKey,
  columnNames,
  isTable,
  type MonthTable,
  makeCopy,
  monthTable,
  withCopy,
} from './month-table.ts'
import { type Changing, lockBriefly, lockChanging, swapIn, watchWrites } from './swap-month.ts'

/** Number of rows that one statement of the embedded engine copies, so that none takes longer than 100 ms. */
const chunkRows = 5_000

/** Mark the month as open until it is closed again, and record every write into it from now on. */
async function watch(trx: Transaction<Database>, month: MonthTable, changing: Changing): Promise<void> {
  await lockChanging(trx, month)
  // Wait for writers, because the copy must have their rows, but not for readers.
  await lockBriefly(trx, sql`lock table only ${sql.table(month.name)} in share row exclusive mode`, changing)
  await watchWrites(trx, month.name, month)
  await sql`delete from history_write where month = ${month.first}::date`.execute(trx)
  await sql`insert into history_month (month, state) values (${month.first}::date, 'open') on conflict (month) do update set state = 'open'`.execute(
    trx,
  )
}

/** Copy the rows so that each day of a tenant is stored together, ordered by owner. */
async function fill(db: Db, { name, copy }: MonthTable): Promise<void> {
  const columns = sql.join((await columnNames(db)).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(copy)} (${columns}) select ${columns} from ${sql.table(name)}
    order by company_id, business_date, client_id, account_id, device_id`.execute(db)
}

/** Copy the rows in chunks in the order of the key, so that its index pages are filled one after another. */
async function fillInPieces(
  db: Kysely<Database>,
  { name, copy }: MonthTable,
  signal: AbortSignal | undefined,
): Promise<void> {
  const columns = sql.join((await columnNames(db)).map((column) => sql.ref(column)))
  const { rows: days } = await sql<{ company: number; day: Day }>`
    select company_id as company, business_date::text as day from ${sql.table(name)} group by 1, 2 order by 1, 2`.execute(
    db,
  )
  for (const { company, day } of days) {
    for (let after: number | null = 0; after !== null; ) {
      signal?.throwIfAborted()
      const { rows }: { rows: { last: number | null; copied: number }[] } = await sql<{
        last: number | null
        copied: number
      }>`
        with copied as (
          insert into ${sql.table(copy)} (${columns}) select ${columns} from ${sql.table(name)}
          where company_id = ${company} and business_date = ${day}::date and device_id > ${after} order by device_id limit ${chunkRows} returning device_id)
        select max(device_id) as last, count(*)::int as copied from copied`.execute(db)
      after = rows[0] && rows[0].copied === chunkRows ? rows[0].last : null
    }
  }
}

/**
 * Rewrite a month with full pages and replace the old table. Readers see the old table until the exchange and wait only
 * briefly; if the process ends before, the old table stays. A month can be closed again after a later write.
 * @throws AppError NOT_FOUND when the database has no such month, BUSY when the month is written or changed by another
 * process meanwhile
 */
export async function closeMonth(db: Kysely<Database>, monthName: Month, changing: Changing): Promise<void> {
  const month = monthTable(monthName)
  if (!(await isTable(db, month.name))) throw new AppError('NOT_FOUND')
  await db.transaction().execute((trx) => watch(trx, month, changing))
  await changing.at?.('watched')
  if (changing.embedded) {
    await withCopy(db, month, async () => {
      await changing.at?.('made')
      await addKey(db, month)
      await changing.at?.('keyed')
      await fillInPieces(db, month, changing.signal)
      await addIndexes(db, month)
      await changing.at?.('filled')
      await db.transaction().execute((trx) => swapIn(trx, month, changing))
    })
  } else {
    // In one transaction, an ending process leaves no partial copy.
    await db.transaction().execute(async (trx) => {
      await lockChanging(trx, month)
      await makeCopy(trx, month)
      await changing.at?.('made')
      await fill(trx, month)
      await changing.at?.('filled')
      await addKey(trx, month)
      await addIndexes(trx, month)
      await changing.at?.('keyed')
      await swapIn(trx, month, changing)
    })
  }
  // Update statistics and the visibility map for the new rows, for plans and index-only scans.
  await sql`vacuum (analyze) ${sql.table(month.name)}`.execute(db)
}
