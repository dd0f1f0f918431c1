import { type Kysely, sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { isSpread, spreadTables } from '#server/db/citus/sharded-tables.ts'
import { daysOfAll } from '#server/db/days-of-all.ts'
import type { Database } from '#server/db/tables.ts'
import { isEmptyStorage } from '#server/services/storage/lost-storage.ts'
import type { Storage } from '#server/services/storage/storage.ts'
import type { Month } from '#shared/dates.ts'
import type { HistoryMonth, HistoryStatus, HistoryTable } from '#shared/history.ts'

/** Select when the oldest row of a table was written. Rows are written in the order of their ids. */
const firstOf = (table: string, at: string) =>
  sql<Date | null>`(select ${sql.ref(at)} from ${sql.table(table)} order by id limit 1)`
const firstDay = sql<Date | null>`(select min(business_date)::timestamptz from ${daysOfAll})`
/**
 * Tables that grow with time, besides device_daily. Undo data has no start time of its own: it belongs to its batches.
 */
const growing = [
  { table: 'device_event', since: firstOf('device_event', 'at') },
  { table: 'import_batch', since: firstOf('import_batch', 'create_time') },
  { table: 'import_before', since: sql<Date | null>`null::timestamptz` },
  { table: 'feed_conflict', since: firstOf('feed_conflict', 'create_time') },
  { table: 'audit_log', since: firstOf('audit_log', 'at') },
  { table: 'daily_leaf', since: firstDay },
  { table: 'daily_scope', since: firstDay },
] as const
const monthMs = 30 * 86_400_000
/** Up to this number the rows of a table are counted; more are estimated. */
const mostCounted = 10_000

/** The function for the size of a table with its indexes; Citus adds up the shards on all nodes. */
const sizeOf = (spread: boolean) => sql.raw(spread ? 'citus_total_relation_size' : 'pg_total_relation_size')

/** Return every month with daily rows, oldest first, in the database or in the archive. */
export async function readMonths(db: Kysely<Database>): Promise<HistoryMonth[]> {
  const { rows } = await sql<
    Omit<HistoryMonth, 'rows' | 'bytes' | 'fileBytes'> & { rows: string; bytes: string; fileBytes: string | null }
  >`
    with parts as (
      select to_date(right(relname, 7), 'YYYY_MM') as month, ${sizeOf(await isSpread(db))}(inhrelid) as bytes
      from pg_inherits join pg_class on oid = inhrelid where inhparent = 'device_daily'::regclass),
    counted as (
      select date_trunc('month', business_date)::date as month, sum(total::bigint) as rows from ${daysOfAll} group by 1)
    select to_char(coalesce(p.month, m.month), 'YYYY-MM') as month, coalesce(m.state, 'open') as state, coalesce(c.rows, 0) as rows, coalesce(p.bytes, 0) as bytes,
      f.bytes as "fileBytes", m.file_name as "fileName",
      m.state is not distinct from 'closed' and exists (select from history_write w where w.month = m.month) as "isWritten"
    from parts p full join history_month m on m.month = p.month left join counted c on c.month = coalesce(p.month, m.month)
      left join history_file f on f.file_name = m.file_name
    where c.rows > 0 or m.state = 'archived' order by 1`.execute(db)
  return rows.map((row) => ({
    ...row,
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    fileBytes: row.fileBytes === null ? null : Number(row.fileBytes),
  }))
}

/** Return one month as in `readMonths`; null = it has no rows. */
export async function readMonth(db: Kysely<Database>, month: Month): Promise<HistoryMonth | null> {
  return (await readMonths(db)).find((one) => one.month === month) ?? null
}

/** Return whether a month was written since `at`. */
export async function writtenSince(db: Kysely<Database>, month: Month, at: Date): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select exists (select from history_write where month = ${`${month}-01`}::date and at > ${at}) as written`.execute(
    db,
  )
  return rows[0]?.written === true
}

/**
 * Estimate the rows of a table from its statistics and present pages, as the planner does. The embedded engine never
 * analyses some tables: the first rows show how many rows a page has. On several nodes, their statistics are added up.
 */
async function estimateRows(db: Kysely<Database>, table: string, spread: boolean): Promise<number> {
  if (spread) {
    const ofShard = "select greatest(reltuples, 0)::bigint from pg_class where oid = '%s'::regclass"
    const { rows } = await sql<{ rows: number }>`
      select coalesce(sum(result::bigint) filter (where success), 0)::float8 as rows from run_command_on_shards(${table}::regclass, ${ofShard})`.execute(
      db,
    )
    return rows[0]?.rows ?? 0
  }
  const { rows } = await sql<{ rows: number }>`
    select round(pg_relation_size(oid) / current_setting('block_size')::int * case when reltuples > 0 and relpages > 0 then reltuples / relpages
      else (select count(*)::float8 / count(distinct (ctid::text::point)[0]) from (select ctid from ${sql.table(table)} limit ${mostCounted}) first_rows) end)::float8 as rows
    from pg_class where oid = ${table}::regclass`.execute(db)
  return rows[0]?.rows ?? 0
}

async function readTable(
  db: Kysely<Database>,
  { table, since }: (typeof growing)[number],
  now: Date,
  isDistributed: boolean,
): Promise<HistoryTable> {
  const spread = isDistributed && spreadTables.some((name) => name === table)
  const { rows } = await sql<{ bytes: string; counted: number; since: Date | null }>`
    select ${sizeOf(spread)}(${table}::regclass) as bytes, ${since} as since,
      (select count(*)::int from (select 1 from ${sql.table(table)} limit ${mostCounted + 1}) first_rows) as counted`.execute(
    db,
  )
  const row = rows[0]
  const counted = row?.counted ?? 0
  const isEstimate = counted > mostCounted
  const bytes = Number(row?.bytes ?? 0)
  const age = row?.since ? now.getTime() - row.since.getTime() : 0
  // Less than a day of data is too little for a monthly estimate.
  const bytesPerMonth = age < monthMs / 30 ? null : Math.round((bytes * monthMs) / Math.max(age, monthMs))
  return {
    table,
    bytes,
    rows: isEstimate ? Math.max(counted, await estimateRows(db, table, spread)) : counted,
    isEstimate,
    since: row?.since?.toISOString() ?? null,
    bytesPerMonth,
  }
}

/** Return the names of all files in the storage, or why they are unknown. */
async function namesIn(storage: Storage): Promise<Set<string> | 'empty' | 'silent'> {
  const names = new Set<string>()
  try {
    if (await isEmptyStorage(storage)) return 'empty'
    for await (const { name } of storage.list()) names.add(name)
    return names
  } catch {
    return 'silent'
  }
}

/** Look for the files of archived months. The storage is listed after the months were read, and only if it has some. */
async function listMonths(
  db: Kysely<Database>,
  storage: Storage,
): Promise<Pick<HistoryStatus, 'months' | 'storageProblem'>> {
  const months = await readMonths(db)
  const names = months.some(({ fileName }) => fileName !== null) ? await namesIn(storage) : new Set<string>()
  const isUnknown = typeof names === 'string'
  return {
    storageProblem: isUnknown ? names : null,
    months: months.map((month) => ({
      ...month,
      isFileMissing: month.fileName === null || isUnknown ? null : !names.has(month.fileName),
    })),
  }
}

/**
 * Return the stored size by month and by table, its growth, and which archived months have no file any more. A storage
 * that cannot be listed does not hide the rest.
 */
export async function readHistory(
  db: Kysely<Database>,
  storage: Storage,
  { historyCloseAfter, historyArchiveAfter }: Pick<Config, 'historyCloseAfter' | 'historyArchiveAfter'>,
  now: Date,
): Promise<HistoryStatus> {
  const isDistributed = await isSpread(db)
  const tables: HistoryTable[] = []
  for (const one of growing) tables.push(await readTable(db, one, now, isDistributed))
  return {
    isDistributed,
    closeAfterDays: historyCloseAfter,
    archiveAfterMonths: historyArchiveAfter,
    ...(await listMonths(db, storage)),
    tables,
  }
}
