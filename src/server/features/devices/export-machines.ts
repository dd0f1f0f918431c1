import { type Kysely, sql } from 'kysely'
import { countDevices } from '#server/db/device-counts.ts'
import { type DeviceSet, onTheirNodes } from '#server/db/device-set.ts'
import type { Database } from '#server/db/tables.ts'
import { ruleOf } from '#server/permissions.ts'
import { listFile, textsAmong } from '#server/services/spreadsheets/list-file.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { DeviceColumn } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type MachineColumn, type MachineExportRequest, machineColumns } from '#shared/exports.ts'
import type { FileParts } from '#shared/files.ts'
import { word } from '#shared/i18n/index.ts'
import { cellsOf, headerOf, isTextColumn } from './export-columns.ts'
import { devicePages, refuseWideOrder } from './export-pages.ts'
import { loggedFilters } from './logged-filters.ts'
import type { FiledDevice } from './rows.ts'
import { refuseShortSerial } from './searched-page.ts'

const pageSize = 2_000
type Machine = { device: FiledDevice; parts: string }

/** Add the parts of each machine as text: "fan × 4; pump × 1". */
async function withParts(
  db: Kysely<Database>,
  set: Pick<DeviceSet, 'spread' | 'companyIds'>,
  devices: readonly FiledDevice[],
): Promise<Machine[]> {
  const ids = devices.map(({ id }) => id)
  // A lateral join with one index lookup per machine. For so many ids PostgreSQL would otherwise read all parts of all
  // machines. The bases of the machines come first: nodes do not join machines with parts, which are on the first node.
  const { rows } = await sql<{ machine_id: number; name: string; unit: string | null; number: number }>`
    with machine as materialized (select id, company_id from device where id = any(${ids}::int[])${onTheirNodes('company_id', set)})
    select part.machine_id, material.name, material.unit, part.number
    from machine cross join lateral (select * from company_material where machine_id = machine.id offset 0) part
    join material on material.id = part.material_id where part.company_id = machine.company_id
    order by part.id`.execute(db)
  const parts = new Map<number, string[]>()
  for (const { machine_id, name, unit, number } of rows) {
    parts.set(machine_id, [...(parts.get(machine_id) ?? []), `${name} × ${number}${unit ? ` ${unit}` : ''}`])
  }
  return devices.map((device) => ({ device, parts: (parts.get(device.id) ?? []).join('; ') }))
}

const isDeviceColumn = (column: MachineColumn): column is DeviceColumn => column !== 'parts'

/**
 * Export the machine list as a file, with the parts if the caller may read them.
 * @throws AppError before the first part: NOT_FOUND for a place out of scope, FORBIDDEN for a request of only the parts
 * without permission, TOO_MANY
 */
export async function exportMachines(ctx: SignedInContext, request: MachineExportRequest): Promise<FileParts> {
  const { places } = ctx.services
  const {
    format,
    language = ctx.request.language,
    columns = machineColumns,
    orderColumn = 'serial',
    orderWay,
    ...filters
  } = request
  const book = await places.book()
  const found = await places.narrow(ctx.scope, filters)
  await refuseShortSerial(ctx.readDb, found)
  await ctx.services.exportLimit.count(ctx.viewer, ctx.clock())
  const total = await countDevices(ctx.readDb, found)
  const set = { ...found, companyIds: total.companyIds }
  refuseWideOrder(set, orderColumn, total)
  const mayReadParts = ruleOf('parts.byMachine').reach[ctx.viewer.role] !== undefined
  const chosen: readonly MachineColumn[] = mayReadParts ? columns : columns.filter(isDeviceColumn)
  if (chosen.length === 0) throw new AppError('FORBIDDEN')
  const plain = chosen.filter(isDeviceColumn)
  const cells = cellsOf(plain, { language, book, timeZone: ctx.config.timeZone })
  const at = chosen.indexOf('parts')
  const inPlace = <Value>(values: Value[], value: Value) => (at < 0 ? values : values.toSpliced(at, 0, value))
  async function* pages() {
    if (set.companyIds.length === 0) return
    for await (const page of devicePages(
      ctx.readDb,
      book,
      set,
      { column: orderColumn, descending: orderWay === 'desc' },
      pageSize,
      total.totalCount,
    ))
      yield at < 0 ? page.map((device): Machine => ({ device, parts: '' })) : await withParts(ctx.readDb, set, page)
  }
  return listFile(ctx, {
    action: 'devices.exportMachines',
    targetKind: 'device',
    name: word(language, 'export.machines'),
    format,
    header: inPlace(headerOf(plain, language), word(language, 'export.parts')),
    rows: total.totalCount,
    pages: pages(),
    cells: ({ device, parts }) => inPlace(cells(device), parts),
    texts: textsAmong(chosen, isTextColumn),
    filters: loggedFilters(filters),
  })
}
