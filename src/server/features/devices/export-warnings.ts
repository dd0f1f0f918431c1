import { type Kysely, sql } from 'kysely'
import { type DeviceSet, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { chosenColumns, type FileColumn, listFile } from '#server/services/list-file.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessTime } from '#shared/dates.ts'
import { AppError } from '#shared/errors.ts'
import { ownWarningColumns, type WarningColumn, type WarningExportRequest, warningColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { word } from '#shared/i18n/index.ts'
import { deviceColumns, orderedPart } from './ordered.ts'
import { type CheckedDevice, placeNames } from './rows.ts'

const pageSize = 2_000
type Warned = Omit<CheckedDevice, 'checks' | 'facts'> & {
  since: string
  acknowledged_at: Date | null
  acknowledged_by: string | null
  reason: string | null
  assignee: string | null
  note: string | null
}
const personOf = (column: string) => sql`(select u.name from app_user u where u.id = w.${sql.ref(column)})`

/** The longest in trouble first; each page is found by where the one before ended (`since` keeps the microseconds that a Date loses). */
async function* warningPages(db: Kysely<Database>, set: DeviceSet): AsyncGenerator<Warned[], void, unknown> {
  if (set.companyIds.length === 0) return
  let last: Warned | undefined
  do {
    const after = last && sql<boolean>`(state_since, id) > (${last.since}::timestamptz, ${last.id})`
    const ids = orderedPart(set, 'state_since', false, { limit: pageSize, offset: 0, after }, sql`id, state_since`)
    const { rows } = await sql<Warned>`select ${deviceColumns}, device.state_since::text as since,
        w.acknowledged_at, ${personOf('acknowledged_by')} as acknowledged_by, w.reason, ${personOf('assignee_id')} as assignee, w.note
      from (${ids}) page join device on device.id = page.id${onTheirNodes('device.company_id', set)}
      left join device_care w on w.company_id = device.company_id and w.device_id = device.id and w.state_since = device.state_since order by page.state_since, page.id`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    last = rows.length === pageSize ? rows.at(-1) : undefined
  } while (last)
}

function columnsOf(book: PlaceBook, timeZone: string): Record<WarningColumn, FileColumn<Warned>> {
  const time = (instant: Date | null) => instant && businessTime(instant, timeZone)
  return {
    serial: { title: 'device.column.serial', value: ({ serial }) => serial, text: true },
    state: { title: 'device.column.state', value: ({ state }) => state, shown: ({ state }, language) => word(language, `device.state.${state}`) },
    stateSince: { title: 'export.stateSince', value: (row) => row.state_since.toISOString(), shown: (row) => time(row.state_since) },
    type: { title: 'device.column.type', value: ({ type }) => type },
    site: { title: 'device.column.site', value: (row) => placeNames(book, row).site, text: true },
    client: { title: 'device.column.client', value: (row) => placeNames(book, row).client, text: true },
    account: { title: 'device.column.account', value: (row) => placeNames(book, row).account, text: true },
    hashRate: { title: 'device.column.hashRate', value: ({ hash_rate }) => hash_rate },
    lastReportAt: { title: 'device.column.lastReportAt', value: (row) => row.last_report_at?.toISOString() ?? null, shown: (row) => time(row.last_report_at) },
    repairTimes: { title: 'device.column.repairTimes', value: (row) => row.repair_times },
    acknowledged: {
      title: 'care.acknowledged',
      value: (row) => row.acknowledged_at?.toISOString() ?? null,
      shown: (row) => row.acknowledged_at && [time(row.acknowledged_at), row.acknowledged_by, row.reason].filter(Boolean).join(' · '),
      text: true,
    },
    assignee: { title: 'care.assignee', value: (row) => row.assignee, text: true },
    note: { title: 'care.note', value: (row) => row.note, text: true },
  }
}

/**
 * The warnings as a file: all devices in one state of trouble.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportWarnings(ctx: SignedInContext, request: WarningExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const { format, language = ctx.request.language, columns: asked = warningColumns, ...filters } = request
  // What the staff says is for the staff.
  const personal = ctx.reach === 'client' || ctx.reach === 'account'
  const columns = personal ? asked.filter((column) => ownWarningColumns.some((own) => own === column)) : asked
  if (columns.length === 0) throw new AppError('FORBIDDEN')
  const book = await places.book()
  const set = await places.narrow(ctx.scope, filters)
  await ctx.services.exportRate.count(ctx.viewer, ctx.clock())
  return listFile(ctx, {
    action: 'devices.exportWarnings',
    targetKind: 'device',
    name: word(language, 'export.warnings'),
    format,
    ...chosenColumns(columnsOf(book, ctx.config.timeZone), columns, format, language),
    pages: warningPages(ctx.readDb, set),
    filters,
  })
}
