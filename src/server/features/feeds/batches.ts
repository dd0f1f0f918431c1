import { type Kysely, sql } from 'kysely'
import type { Territory } from '#server/db/device-set.ts'
import { windowOf } from '#server/db/page-window.ts'
import type { Database, Db } from '#server/db/tables.ts'
import { nameOf } from '#server/features/devices/rows.ts'
import type { Target } from '#server/features/transfers/target.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import type { FeedCounts, FeedResult } from '#shared/feed.ts'
import { type BatchListRequest, type BatchRow, isIdle } from '#shared/feed-batches.ts'
import type { Page } from '#shared/paging.ts'
import type { TransferResult } from '#shared/transfers.ts'
import { inForce, isKept, type UndoableBatch } from './undo-obstacle.ts'

type StoredBatch = FeedCounts & {
  id: number
  business_date: string
  restated: boolean
  create_time: Date
  actor: string
  source: BatchRow['source']
  file_name: string | null
  undone_at: Date | null
  undone_by_name: string | null
  machines: number | null
  machines_undone: number
  company_ids: number[]
  kept: boolean
}

/**
 * Match batches that are completely within the territory, because a larger one names machines of others. Headquarters
 * also sees batches of deleted bases.
 */
export const within = ({
  everything,
  companyIds,
  siteIds,
}: Territory) => sql`company_ids <> '{}' and (${everything} or company_ids <@ ${[...companyIds]}::int[])
  and ${siteIds === null ? sql`true` : sql`coalesce(site_ids <@ ${[...siteIds]}::int[], false)`}`

const columns = sql`id, business_date, restated, create_time, source, file_name, read, created, updated, unchanged, conflict, refused, undone_at, machines, machines_undone, company_ids,
  ${isKept(sql<number>`import_batch.id`)} as kept,
  coalesce((select name from app_user u where u.id = import_batch.user_id), actor) as actor,
  (select name from app_user u where u.id = import_batch.undone_by) as undone_by_name`

/** The names and the time that are needed to describe a batch. */
export type BatchReader = { book: PlaceBook; now: Date; timeZone: string }

function rowOf(stored: StoredBatch, { book, now, timeZone }: BatchReader): BatchRow {
  const {
    business_date,
    create_time,
    file_name,
    undone_at,
    undone_by_name,
    machines_undone,
    company_ids,
    kept,
    ...row
  } = stored
  const isToday = businessDay(now, timeZone) === businessDay(create_time, timeZone)
  return {
    ...row,
    businessDate: business_date,
    appliedAt: create_time.toISOString(),
    fileName: file_name,
    undoneAt: undone_at?.toISOString() ?? null,
    undoneBy: undone_by_name,
    machinesUndone: machines_undone,
    bases: company_ids.map((id) => ({ id, name: nameOf(book.companies, id) ?? `#${id}` })),
    undoable: kept && isToday && undone_at === null && !isIdle(stored),
  }
}

const inRange = (territory: Territory, { startDate, endDate }: BatchListRequest) => sql`${within(territory)}
  and business_date >= coalesce(${startDate ?? null}::date, '-infinity') and business_date <= coalesce(${endDate ?? null}::date, 'infinity')`

/** Return the rows of a page of applied feeds, newest first. */
export async function readBatches(
  db: Kysely<Database>,
  territory: Territory,
  request: BatchListRequest,
  reader: BatchReader,
): Promise<BatchRow[]> {
  const { offset, limit } = windowOf(request)
  const { rows } = await sql<StoredBatch>`
    select ${columns} from import_batch where ${inRange(territory, request)} order by id desc offset ${offset} limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => rowOf(row, reader))
}

/** Return a page of applied feeds, newest first. */
export async function findBatches(
  db: Kysely<Database>,
  territory: Territory,
  request: BatchListRequest,
  reader: BatchReader,
): Promise<Page<BatchRow>> {
  const counted = await sql<{
    count: number
  }>`select count(*)::int as count from import_batch where ${inRange(territory, request)}`.execute(db)
  return { data: await readBatches(db, territory, request, reader), totalCount: counted.rows[0]?.count ?? 0 }
}

/** Fill in the fields that a transfer did not change: they are missing in the stored JSON. */
const targetOf = ({ companyId, siteId, clientId, accountId }: Partial<Target>): Target => ({
  companyId,
  siteId,
  clientId,
  accountId,
})
type KeptTransfer = TransferResult & { target: Partial<Target>; until?: Day }
const withoutTarget = ({ target: _target, until: _until, ...result }: KeptTransfer): TransferResult => result

/** Batches of older demonstration data have no coverage. */
const unknownDetail = { transitions: [], coverage: [], ignoredColumns: [], errors: [], errorCount: 0 }
type WholeBatch = StoredBatch & {
  user_id: number | null
  result: Omit<FeedResult, 'batchId'> & { transfer?: KeptTransfer }
}

/**
 * Return one batch with its result. Without `id` this is the newest batch that is in force and changed something, of
 * base `companyId` if given.
 * @throws AppError NOT_FOUND outside the territory, or when there is none
 */
export async function getBatch(
  db: Db,
  territory: Territory,
  id: number | undefined,
  companyId?: number,
): Promise<{
  row: (reader: BatchReader) => BatchRow
  result: FeedResult
  transfer: TransferResult | null
  undoable: UndoableBatch
}> {
  const { rows } = await sql<WholeBatch>`
    select ${columns}, user_id, result from import_batch
    where ${within(territory)} and ${id === undefined ? inForce : sql`id = ${id}`}
      ${companyId === undefined ? sql`` : sql`and ${companyId}::int = any(company_ids)`} order by id desc limit 1`.execute(
    db,
  )
  const [found] = rows
  if (!found) throw new AppError('NOT_FOUND')
  const { result: wholeResult, user_id, ...stored } = found
  const { transfer, ...result } = wholeResult
  return {
    row: (reader) => rowOf(stored, reader),
    result: { ...unknownDetail, ...result, batchId: stored.id },
    transfer: transfer ? withoutTarget(transfer) : null,
    undoable: {
      id: stored.id,
      companyIds: stored.company_ids,
      businessDate: stored.business_date,
      restated: stored.restated,
      createTime: stored.create_time,
      undoneAt: stored.undone_at,
      idle: isIdle(stored),
      transfer: transfer ? targetOf(transfer.target) : null,
      until: transfer?.until ?? null,
      demo: stored.source === 'simulation' && user_id === null,
    },
  }
}
