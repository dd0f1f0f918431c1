import type { Kysely } from 'kysely'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import type { NameReader } from '#server/services/places/owner-names.ts'
import { listFile, textsAmong } from '#server/services/spreadsheets/list-file.ts'
import type { Cell } from '#server/services/spreadsheets/spreadsheet.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { businessDay } from '#shared/business-time.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { type RepairColumn, type RepairExportRequest, type RepairRow, repairColumns } from '#shared/repairs.ts'
import { readIds } from './read-ids.ts'
import { recordQuery } from './record-query.ts'
import { type Calendar, readRows } from './rows.ts'

/** Page size: each row also reads the other half of its repair, about a dozen database pages. */
const pageSize = 1_000

function cellsOf(columns: readonly RepairColumn[], language: Language): (row: RepairRow) => Cell[] {
  const cells: Record<RepairColumn, (row: RepairRow) => Cell> = {
    type: ({ type, voided }) =>
      word(language, voided ? 'repair.typeVoided' : `repair.type.${type}`, {
        type: word(language, `repair.type.${type}`),
      }),
    deviceSerial: ({ deviceSerial }) => deviceSerial,
    site: ({ site }) => site,
    notes: ({ notes }) => notes,
    repairDate: ({ repairDateStr }) => repairDateStr,
    client: ({ client, clientNow: now }) =>
      now === null ? client : word(language, 'repairs.clientNow', { client: client ?? '-', now }),
    outcome: ({ outcome }) => outcome && word(language, `repair.outcome.${outcome}`),
    clockDays: ({ clockDays }) => clockDays,
    backOnline: ({ backOnlineStr }) => backOnlineStr,
    person: ({ person }) => person,
    createTime: ({ createTimeStr }) => createTimeStr,
    workshop: ({ workshop }) => workshop,
    cost: ({ cost }) => cost,
    warrantyUntil: ({ warrantyUntil }) => warrantyUntil,
  }
  const chosen = columns.map((column) => cells[column])
  return (row) => chosen.map((cell) => cell(row))
}

/**
 * Export the records as a file: same filters, scope and order as the list, all matching rows, audited with their
 * number.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportRepairs(
  ctx: SignedInContext,
  request: RepairExportRequest,
  name: Word = 'repair.export.name',
): Promise<FileParts> {
  const { places } = ctx.services
  const book = await places.book()
  const { companyId, clientId, accountId, siteId } = request
  const set = await places.narrow(ctx.scope, { companyId, clientId, accountId, siteId })
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { timeZone } = ctx.config
  const today = businessDay(ctx.clock(), timeZone)
  const ids = set.companyIds.length === 0 ? [] : await readIds(ctx.readDb, recordQuery(set, request, book, today))
  const {
    format,
    language = ctx.request.language,
    columns = repairColumns,
    page: _page,
    size: _size,
    ...filters
  } = request
  return listFile(ctx, {
    action: 'repairs.export',
    targetKind: 'repair_daily',
    name: word(language, name),
    format,
    header: columns.map((column) => word(language, `repair.column.${column}`)),
    rows: ids.length,
    pages: pagesOf(ctx.readDb, set, ids, { book, set: await places.narrow(ctx.scope), language }, { timeZone, today }),
    cells: cellsOf(columns, language),
    texts: textsAmong(columns, (column) =>
      ['deviceSerial', 'site', 'notes', 'client', 'person', 'workshop'].includes(column),
    ),
    filters,
  })
}

async function* pagesOf(
  db: Kysely<Database>,
  set: DeviceSet,
  ids: readonly number[],
  reader: NameReader,
  calendar: Calendar,
) {
  for (let start = 0; start < ids.length; start += pageSize)
    yield await readRows(db, set, ids.slice(start, start + pageSize), reader, calendar)
}
