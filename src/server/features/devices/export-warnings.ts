import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integers } from '#server/db/binary-array.ts'
import { type DeviceSet, deviceConditions, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { chosenColumns, type FileColumn, listFile } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/business-time.ts'
import type { WarningState } from '#shared/device-detail.ts'
import { AppError } from '#shared/errors.ts'
import { ownWarningColumns, type WarningColumn, type WarningExportRequest, warningColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { word } from '#shared/i18n/index.ts'
import { deviceColumns, orderedPart } from './ordered-part.ts'
import { placeNames, type ReadDevice } from './rows.ts'
import { findTroubled } from './troubled.ts'

/** Devices of a page: the owner, the notes and the people of each are looked up separately. */
const pageSize = 1_000
interface Warned extends ReadDevice {
  since: string
  acknowledged_at: Date | null
  acknowledged_by: string | null
  reason: string | null
  assignee: string | null
  note: string | null
}
const personOf = (column: string) => sql`(select u.name from app_user u where u.id = w.${sql.ref(column)})`

/** Return the rows of a page of (id, state_since), in its order. */
const rowsOf = async (db: Kysely<Database>, set: DeviceSet, page: RawBuilder<unknown>): Promise<Warned[]> => {
  const { rows } = await sql<Warned>`select ${deviceColumns}, device.state_since::text as since,
      w.acknowledged_at, ${personOf('acknowledged_by')} as acknowledged_by, w.reason, ${personOf('assignee_id')} as assignee, w.note
    from (${page}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
    left join device_care w on w.company_id = device.company_id and w.device_id = device.id and w.state_since = device.state_since
    order by device.state_since, device.id`.execute(db)
  return rows
}

/**
 * Return the pages of devices in one state of trouble, longest first. Each page starts after the last row of the page
 * before (`since` keeps the microseconds that a Date loses), or is a part of the ids if they are all known.
 */
async function* warningPages(
  db: Kysely<Database>,
  set: DeviceSet,
  state: WarningState,
): AsyncGenerator<Warned[], void, unknown> {
  if (set.companyIds.length === 0) return
  const found = await findTroubled(db, set)
  if (found?.picked) {
    const ids = found.picked[state]
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = sql`select id from unnest(${integers(ids.slice(at, at + pageSize))}::int[]) wanted(id)`
      // A device that has left the state in the meantime is left out.
      const { care: _, ids: __, ...others } = set
      yield await rowsOf(db, set, sql`select id from device where id in (${page}) and ${deviceConditions(others)}`)
    }
    return
  }
  const { care: _, ...others } = set
  const wanted: DeviceSet = found ? { ...others, withoutIds: found.seen[state] } : set
  let after: RawBuilder<boolean> | undefined
  let last: Warned | undefined
  let tied = false
  do {
    const part = { limit: pageSize, offset: 0, after }
    const rows = await rowsOf(db, set, orderedPart(wanted, 'state_since', false, part, sql`id, state_since`))
    if (rows.length > 0) yield rows
    // A feed gives many devices the same moment: first the others of the last moment, then those of later ones.
    // PostgreSQL judges both at once by the moment alone and, where all have the last one, expects no rows.
    const isFull = rows.length === pageSize
    const ended: Warned | undefined = isFull || tied ? (rows.at(-1) ?? last) : undefined
    tied = isFull
    last = ended
    const since = sql`${ended?.since}::timestamptz`
    after =
      ended && (tied ? sql<boolean>`state_since = ${since} and id > ${ended.id}` : sql<boolean>`state_since > ${since}`)
  } while (last)
}

function columnsOf(book: PlaceBook, timeZone: string): Record<WarningColumn, FileColumn<Warned>> {
  const time = (instant: Date | null) => instant && businessTime(instant, timeZone)
  return {
    serial: { title: 'device.column.serial', value: ({ serial }) => serial, text: true },
    state: {
      title: 'device.column.state',
      value: ({ state }) => state,
      shown: ({ state }, language) => word(language, `device.state.${state}`),
    },
    stateSince: {
      title: 'export.stateSince',
      value: (row) => row.state_since.toISOString(),
      shown: (row) => time(row.state_since),
    },
    type: { title: 'device.column.type', value: ({ type }) => type },
    site: { title: 'device.column.site', value: (row) => placeNames(book, row).site, text: true },
    client: { title: 'device.column.client', value: (row) => placeNames(book, row).client, text: true },
    account: { title: 'device.column.account', value: (row) => placeNames(book, row).account, text: true },
    hashRate: { title: 'device.column.hashRate', value: ({ hash_rate }) => hash_rate },
    lastReportAt: {
      title: 'device.column.lastReportAt',
      value: (row) => row.last_report_at?.toISOString() ?? null,
      shown: (row) => time(row.last_report_at),
    },
    repairTimes: { title: 'device.column.repairTimes', value: (row) => row.repair_times },
    acknowledged: {
      title: 'care.acknowledged',
      value: (row) => row.acknowledged_at?.toISOString() ?? null,
      shown: (row) =>
        row.acknowledged_at && [time(row.acknowledged_at), row.acknowledged_by, row.reason].filter(Boolean).join(' · '),
      text: true,
    },
    assignee: { title: 'care.assignee', value: (row) => row.assignee, text: true },
    note: { title: 'care.note', value: (row) => row.note, text: true },
  }
}

/**
 * Export the warnings as a file: all devices in one state of trouble.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportWarnings(ctx: SignedInContext, request: WarningExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, columns: requested = warningColumns, ...filters } = request
  // Only the staff may read the notes of the staff.
  const personal = ctx.reach === 'client' || ctx.reach === 'account'
  const columns = personal ? requested.filter((column) => ownWarningColumns.some((own) => own === column)) : requested
  if (columns.length === 0) throw new AppError('FORBIDDEN')
  const book = await places.book()
  const set = await places.narrow(ctx.scope, filters)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  return listFile(ctx, {
    action: 'devices.exportWarnings',
    targetKind: 'device',
    name: word(language, 'export.warnings'),
    format,
    ...chosenColumns(columnsOf(book, ctx.config.timeZone), columns, format, language),
    pages: warningPages(ctx.readDb, set, request.state),
    filters,
  })
}
