import { dailySums } from '#server/features/charts/daily-sums.ts'
import { type DaySums, rateParts } from '#server/features/charts/day-rates.ts'
import { narrowed, rangeOf } from '#server/features/charts/range.ts'
import { chosenColumns, type FileColumn, listFile, onePage } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type Basis, percent, type Rate } from '#shared/charts.ts'
import { type Day, daysBetween } from '#shared/dates.ts'
import { deviceStates } from '#shared/devices.ts'
import { type DayColumn, type DayExportRequest, dayColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { type Word, word } from '#shared/i18n/index.ts'

/** `sums` null = no data for that day. */
type DayRow = { day: Day; sums: DaySums | null }

const counted = (title: Word, count: (sums: DaySums) => number): FileColumn<DayRow> => ({
  title,
  value: ({ sums }) => sums && count(sums),
})

function columnsFor(basis: Basis): Record<DayColumn, FileColumn<DayRow>> {
  const rate = (name: Rate): FileColumn<DayRow> => ({
    title: `rate.${name}`,
    value: ({ sums }) => {
      const parts = sums && rateParts(sums, name, basis)
      return parts && percent(parts.numerator, parts.denominator)
    },
  })
  const states = Object.fromEntries(
    deviceStates.map((state) => [state, counted(`device.state.${state}`, (sums) => sums[state])]),
  )
  return {
    ...(states as Record<(typeof deviceStates)[number], FileColumn<DayRow>>),
    date: { title: 'export.date', value: ({ day }) => day },
    total: counted('device.total', (sums) => deviceStates.reduce((sum, state) => sum + sums[state], 0)),
    inService: counted('export.inService', ({ in_service }) => in_service),
    online: counted('export.online', ({ online }) => online),
    compliant: counted('export.compliantDevices', ({ compliant }) => compliant),
    unknown: counted('export.unknown', ({ unknown }) => unknown),
    onlineRate: rate('online'),
    offlineRate: rate('offline'),
    complianceRate: rate('compliance'),
  }
}

/**
 * Export one line per day, from the same roll-ups as the charts. A day without data has empty cells, never 0.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportDays(ctx: SignedInContext, request: DayExportRequest): Promise<FileParts> {
  const {
    format,
    language = ctx.request.language,
    columns = dayColumns,
    basis,
    businessDateQuery,
    ...filters
  } = request
  const set = await narrowed(ctx, filters)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const { start, end } = await rangeOf(ctx, { businessDateQuery, reservePeriod: 'day' })
  const known = new Map((await dailySums(ctx.readDb, set, start, end)).map((sums) => [sums.day, sums]))
  const rows = daysBetween(start, end).map((day): DayRow => ({ day, sums: known.get(day) ?? null }))
  return listFile(ctx, {
    action: 'dailies.exportDays',
    targetKind: 'daily_scope',
    name: word(language, 'export.days'),
    format,
    ...chosenColumns(columnsFor(basis), columns, format, language),
    rows: rows.length,
    pages: onePage(rows),
    filters: { ...filters, basis, start, end },
  })
}
