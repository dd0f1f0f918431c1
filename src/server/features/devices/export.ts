import { countDevices, type Total } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { listFile, textsAmong } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type DeviceExportRequest, deviceColumns } from '#shared/devices.ts'
import type { FileParts } from '#shared/files.ts'
import { type Word, word } from '#shared/i18n/index.ts'
import { cellsOf, hasFacts, hasMeasured, headerOf, isTextColumn, readableColumns } from './export-columns.ts'
import { devicePages, refuseWideOrder } from './export-pages.ts'
import { readFacts } from './facts.ts'
import { loggedFilters } from './logged-filters.ts'
import { readMeasured } from './measured.ts'
import type { FiledDevice } from './rows.ts'
import { refuseShortSerial } from './searched-page.ts'

const pageSize = 2_000

/**
 * Export the device list as a file, with the filters, scope and order of the list. All matching rows are included, and
 * the audit log gets their number. CSV is streamed page by page; xls and xlsx are built in a thread of their own.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_WIDE for one or two characters of a
 * serial in a large fleet, or for an order that many devices found by a name cannot have, TOO_MANY
 */
export async function exportDevices(
  ctx: SignedInContext,
  request: DeviceExportRequest,
  name: Word = 'device.export.name',
): Promise<FileParts> {
  const { places } = ctx.services
  const book = await places.book()
  const set = await places.narrow(ctx.scope, request)
  await refuseShortSerial(ctx.readDb, set)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const total = await countDevices(ctx.readDb, set)
  const inhabited = { ...set, companyIds: total.companyIds }
  refuseWideOrder(inhabited, request.orderColumn ?? 'serial', total)
  return exportParts(ctx, request, name, { book, set: inhabited, total })
}

type Exported = { book: PlaceBook; set: DeviceSet; total: Total }

function exportParts(
  ctx: SignedInContext,
  request: DeviceExportRequest,
  name: Word,
  { book, set, total }: Exported,
): FileParts {
  const { format, language = ctx.request.language } = request
  const columns = readableColumns(request.columns ?? deviceColumns, set)
  const order = { column: request.orderColumn ?? ('serial' as const), descending: request.orderWay === 'desc' }
  const isWide = hasFacts(columns) || hasMeasured(columns)
  async function withMore(page: readonly FiledDevice[]): Promise<FiledDevice[]> {
    const ids = page.map(({ id }) => id)
    const facts = hasFacts(columns) ? await readFacts(ctx.readDb, set.companyIds, ids) : null
    const measured = hasMeasured(columns) ? await readMeasured(ctx.readDb, set.companyIds, ids) : null
    return page.map((device) => ({
      ...device,
      ...(facts && { facts: facts.get(device.id) ?? null }),
      ...measured?.get(device.id),
    }))
  }
  async function* pages() {
    if (set.companyIds.length === 0) return
    for await (const page of devicePages(ctx.readDb, book, set, order, pageSize, total.totalCount))
      yield isWide ? await withMore(page) : page
  }
  return listFile(ctx, {
    action: 'devices.export',
    targetKind: 'device',
    name: word(language, name),
    format,
    header: headerOf(columns, language),
    rows: total.totalCount,
    pages: pages(),
    cells: cellsOf(columns, { language, book, timeZone: ctx.config.timeZone }),
    texts: textsAmong(columns, isTextColumn),
    filters: loggedFilters(request),
  })
}
