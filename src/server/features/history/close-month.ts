import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { Day, Month } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { addKey, columnNames, isTable, type MonthTable, makeCopy, monthTable } from './month-table.ts'
import { type Changing, lockBriefly, lockChanging, swapIn, watchWrites } from './swap-month.ts'

/** Rows that one statement of the embedded engine copies, so that none takes longer than 100 ms. */
const chunkRows = 5_000

/** The month counts as open until it is closed (again), and every write into it is seen from now on. */
async function watch(trx: Transaction<Database>, month: MonthTable, changing: Changing): Promise<void> {
  await lockChanging(trx, month)
  // Waits for writers, whose rows the copy must hold, and for no reader.
  await lockBriefly(trx, sql`lock table only ${sql.table(month.name)} in share row exclusive mode`, changing)
  await watchWrites(trx, month.name, month)
  await sql`delete from history_write where month = ${month.first}::date`.execute(trx)
  await sql`insert into history_month (month, state) values (${month.first}::date, 'open') on conflict (month) do update set state = 'open'`.execute(
    trx,
  )
}

/** Each day of a tenant lies together, and in it each owner. */
async function fill(db: Kysely<Database>, { name, copy }: MonthTable): Promise<void> {
  const columns = sql.join((await columnNames(db)).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(copy)} (${columns}) select ${columns} from ${sql.table(name)}
    order by company_id, business_date, client_id, account_id, device_id`.execute(db)
}

/** The same in pieces, in the order of the key, so that its pages fill one after the other. */
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
 * Rewrites a month compact and puts it in the place of the old one. Readers see the old one until the new one is there, and wait for a
 * moment at most; a process that ends on the way leaves the old one. It can be closed again after somebody has written into it.
 * @throws AppError NOT_FOUND without such a month in the database, BUSY when somebody writes into it meanwhile or another process is at it
 */
export async function closeMonth(db: Kysely<Database>, wanted: Month, changing: Changing): Promise<void> {
  const month = monthTable(wanted)
  if (!(await isTable(db, month.name))) throw new AppError('NOT_FOUND')
  await db.transaction().execute((trx) => watch(trx, month, changing))
  await changing.at?.('watched')
  if (changing.embedded) {
    await makeCopy(db, month)
    await changing.at?.('made')
    await addKey(db, month)
    await changing.at?.('keyed')
    await fillInPieces(db, month, changing.signal)
    await changing.at?.('filled')
    await db.transaction().execute((trx) => swapIn(trx, month, changing))
  } else {
    // One transaction: what a process that ends has made of the copy is gone with it.
    await db.transaction().execute(async (trx) => {
      await lockChanging(trx, month)
      await makeCopy(trx, month)
      await changing.at?.('made')
      await fill(trx, month)
      await changing.at?.('filled')
      await addKey(trx, month)
      await changing.at?.('keyed')
      await swapIn(trx, month, changing)
    })
  }
  // So that plans and index-only scans know the rows that are there now.
  await sql`vacuum (analyze) ${sql.table(month.name)}`.execute(db)
}
