import type { DeviceSet } from '#server/db/device-set.ts'
import { provinceCounts } from '#server/features/charts/province-counts.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import { chosenColumns, type FileColumn, listFile, onePage } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type DeviceType, deviceStates } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type MachineTypeExportRequest, type ProvinceExportRequest, provinceColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { MachineType } from '#shared/machine-types.ts'
import type { ProvinceCounts } from '#shared/rankings.ts'

async function started(
  ctx: SignedInContext,
  filters: Omit<ProvinceExportRequest, 'format' | 'columns' | 'language'>,
): Promise<DeviceSet> {
  const set = await ctx.services.places.narrow(ctx.scope, filters)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  return set
}

const ofProvinces: Record<(typeof provinceColumns)[number], FileColumn<ProvinceCounts>> = {
  province: { title: 'export.province', value: ({ province }) => province },
  total: { title: 'device.total', value: ({ total }) => total },
  ...(Object.fromEntries(
    deviceStates.map((state) => [
      state,
      { title: `device.state.${state}`, value: (row: ProvinceCounts) => row[state] },
    ]),
  ) as Record<(typeof deviceStates)[number], FileColumn<ProvinceCounts>>),
}

/**
 * Export the nine counts of each province as a file, most devices first.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportProvinces(ctx: SignedInContext, request: ProvinceExportRequest): Promise<FileParts> {
  const { format, language = ctx.request.language, columns = provinceColumns, ...filters } = request
  const rows = await provinceCounts(ctx.readDb, await started(ctx, filters), {
    book: await ctx.services.places.book(),
    language,
  })
  return listFile(ctx, {
    action: 'data.export',
    targetKind: 'province',
    name: word(language, 'data.export.name'),
    format,
    ...chosenColumns(ofProvinces, columns, format, language),
    rows: rows.length,
    pages: onePage(rows),
    filters,
  })
}

type TypesRow = { province: string; counts: Record<DeviceType, number>; total: number }
/** Return the columns of the file: province, the number of machines of each type, and their sum. */
const columnsOfTypes = (types: readonly DeviceType[]): Record<string, FileColumn<TypesRow>> => ({
  province: { title: 'export.province', value: ({ province }) => province },
  ...Object.fromEntries(
    types.map((type) => [type, { title: { text: type }, value: ({ counts }: TypesRow) => counts[type] ?? 0 }]),
  ),
  total: { title: 'device.total', value: ({ total }) => total },
})

const unknownColumn = (column: string, known: readonly string[]): AppError =>
  new AppError('VALIDATION', {
    field: 'columns',
    problem: 'problem.machineTypeColumn',
    values: { value: column, columns: known.join(', ') },
  })

/** Count the machines of each type in each province, most machines first. */
async function typesByProvince(
  ctx: SignedInContext,
  set: DeviceSet,
  book: PlaceBook,
  language: Language,
): Promise<TypesRow[]> {
  const rows = new Map<string, TypesRow>()
  for (const { name: type } of book.types) {
    if (set.type !== undefined && set.type !== type) continue
    for (const { province, total } of await provinceCounts(ctx.readDb, { ...set, type }, { book, language })) {
      const row = rows.get(province) ?? { province, counts: {}, total: 0 }
      rows.set(province, { province, counts: { ...row.counts, [type]: total }, total: row.total + total })
    }
  }
  return [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || one.province.localeCompare(other.province, 'zh-CN'))
}

/**
 * Export the distribution of machine types as a file.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY, VALIDATION for an unknown
 * column
 */
export async function exportMachineTypes(ctx: SignedInContext, request: MachineTypeExportRequest): Promise<FileParts> {
  const { format, language = ctx.request.language, columns: requested, ...filters } = request
  const book = await ctx.services.places.book()
  const rows = await typesByProvince(ctx, await started(ctx, filters), book, language)
  const isShown = ({ name, retired }: MachineType) => !retired || rows.some(({ counts }) => (counts[name] ?? 0) > 0)
  const ofTypes = columnsOfTypes(book.types.map(({ name }) => name))
  const columns = requested ?? ['province', ...book.types.filter(isShown).map(({ name }) => name), 'total']
  for (const column of columns) if (!Object.hasOwn(ofTypes, column)) throw unknownColumn(column, Object.keys(ofTypes))
  return listFile(ctx, {
    action: 'data.export',
    targetKind: 'machine_type',
    name: word(language, 'data.export.name'),
    format,
    ...chosenColumns(ofTypes, columns, format, language),
    rows: rows.length,
    pages: onePage(rows),
    filters,
  })
}
