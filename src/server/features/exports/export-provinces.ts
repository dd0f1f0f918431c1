import type { DeviceSet } from '#server/db/device-set.ts'
import { provinceCounts } from '#server/features/charts/rankings.ts'
import { chosenColumns, type FileColumn, listFile, onePage } from '#server/services/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type DeviceType, deviceStates, deviceTypes } from '#shared/devices.ts'
import { type MachineTypeExportRequest, machineTypeColumns, type ProvinceExportRequest, provinceColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { type Language, word } from '#shared/i18n/index.ts'
import type { ProvinceCounts } from '#shared/rankings.ts'

async function started(ctx: SignedInContext, filters: Omit<ProvinceExportRequest, 'format' | 'columns' | 'language'>): Promise<DeviceSet> {
  const set = await ctx.services.places.narrow(ctx.scope, filters)
  await ctx.services.exportRate.count(ctx.viewer, ctx.clock())
  return set
}

const ofProvinces: Record<(typeof provinceColumns)[number], FileColumn<ProvinceCounts>> = {
  province: { title: 'export.province', value: ({ province }) => province },
  total: { title: 'device.total', value: ({ total }) => total },
  ...(Object.fromEntries(deviceStates.map((state) => [state, { title: `device.state.${state}`, value: (row: ProvinceCounts) => row[state] }])) as Record<
    (typeof deviceStates)[number],
    FileColumn<ProvinceCounts>
  >),
}

/**
 * The nine counts of each province as a file, most devices first.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportProvinces(ctx: SignedInContext, request: ProvinceExportRequest): Promise<FileParts> {
  const { format, language = ctx.request.language, columns = provinceColumns, ...filters } = request
  const rows = await provinceCounts(ctx.readDb, await started(ctx, filters), { book: await ctx.services.places.book(), language })
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

type TypesRow = { province: string; total: number } & Record<DeviceType, number>
const ofTypes: Record<(typeof machineTypeColumns)[number], FileColumn<TypesRow>> = {
  province: { title: 'export.province', value: ({ province }) => province },
  T30: { title: 'device.type.T30', value: ({ T30 }) => T30 },
  T20: { title: 'device.type.T20', value: ({ T20 }) => T20 },
  total: { title: 'device.total', value: ({ total }) => total },
}

/** How many machines of which type are in each province, most first. */
async function typesByProvince(ctx: SignedInContext, set: DeviceSet, language: Language): Promise<TypesRow[]> {
  const book = await ctx.services.places.book()
  const rows = new Map<string, TypesRow>()
  for (const type of deviceTypes) {
    if (set.type !== undefined && set.type !== type) continue
    for (const { province, total } of await provinceCounts(ctx.readDb, { ...set, type }, { book, language })) {
      const row = rows.get(province) ?? { province, T30: 0, T20: 0, total: 0 }
      rows.set(province, { ...row, [type]: total, total: row.total + total })
    }
  }
  return [...rows.values()]
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total || one.province.localeCompare(other.province, 'zh-CN'))
}

/**
 * The distribution of machine types as a file.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, TOO_MANY
 */
export async function exportMachineTypes(ctx: SignedInContext, request: MachineTypeExportRequest): Promise<FileParts> {
  const { format, language = ctx.request.language, columns = machineTypeColumns, ...filters } = request
  const rows = await typesByProvince(ctx, await started(ctx, filters), language)
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
