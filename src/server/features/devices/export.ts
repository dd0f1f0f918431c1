import { stringify } from 'csv-stringify/sync'
import { countDevices, type Total } from '#server/db/device-counts.ts'
import type { DeviceSet } from '#server/db/device-set.ts'
import type { PlaceBook } from '#server/services/place-book.ts'
import { type Cell, writeSpreadsheet } from '#server/services/spreadsheet.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type DeviceExportRequest, deviceColumns, type ExportFormat } from '#shared/devices.ts'
import type { FileParts } from '#shared/files.ts'
import { word } from '#shared/i18n/index.ts'
import { cellsOf, headerOf } from './export-columns.ts'
import { checkExportRate } from './export-rate.ts'
import { devicePages } from './pages.ts'

const pageSize = 2_000
const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** Base64 of a multiple of three bytes can be joined without padding in between. */
const pieceBytes = 3 * 64 * 1024

/** A line break inside of a cell, which the package would quote only if it were the one between lines. */
const lineBreak = /[\r\n]/
const csvLines = (rows: Cell[][]) => stringify(rows, { record_delimiter: '\r\n', quoted_match: lineBreak })

async function* csvParts(header: string[], pages: AsyncIterable<Cell[][]>): FileParts {
  yield { text: `\uFEFF${csvLines([header])}` }
  for await (const rows of pages) yield { text: csvLines(rows) }
}

async function* binaryParts(bytes: Uint8Array): FileParts {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = 0; start < buffer.length; start += pieceBytes) yield { base64: buffer.subarray(start, start + pieceBytes).toString('base64') }
}

/**
 * The device list as a file: same filters, scope and order as the list, all rows that match, audited with their number.
 * CSV streams page by page; xls and xlsx are put together in a thread of their own.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportDevices(ctx: SignedInContext, request: DeviceExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const book = await places.book()
  const set = await places.narrow(ctx.scope, request)
  checkExportRate(ctx.viewer.userId, ctx.clock())
  const total = await countDevices(ctx.readDb, set)
  return exportParts(ctx, request, { book, set: { ...set, companyIds: total.companyIds }, total })
}

type Exported = { book: PlaceBook; set: DeviceSet; total: Total }

async function* exportParts(ctx: SignedInContext, request: DeviceExportRequest, { book, set, total }: Exported): FileParts {
  const { format, language = ctx.request.language, columns = deviceColumns } = request
  const order = { column: request.orderColumn ?? ('serial' as const), descending: request.orderWay === 'desc' }
  const cells = cellsOf(columns, language, book)
  let rows = 0
  async function* pages() {
    if (set.companyIds.length === 0) return
    for await (const page of devicePages(ctx.readDb, book, set, order, pageSize)) {
      yield page.map(cells)
      rows += page.length
    }
  }
  const header = headerOf(columns, language)
  let result = 'stopped'
  try {
    const known = total.totalCapped ? {} : { rows: total.totalCount }
    yield { fileName: `${word(language, 'device.export.name')}.${format}`, contentType: contentTypes[format], ...known }
    if (format === 'csv') yield* csvParts(header, pages())
    else yield* binaryParts(await writeSpreadsheet({ format, sheet: word(language, 'device.export.sheet'), header, pages: pages() }))
    result = 'done'
  } catch (error) {
    result = 'failed'
    throw error
  } finally {
    const { companyId, clientId, accountId, siteId, type, state, repairTimes, serial, activeWorkerState, name } = request
    const filters = { companyId, clientId, accountId, siteId, type, state, repairTimes, serial, activeWorkerState, name }
    await ctx.services.audit.write(ctx.db, ctx, { action: 'devices.export', targetKind: 'device', result, details: { rows, format, filters } })
  }
}
