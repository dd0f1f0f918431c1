import type { DeviceSet } from '#server/db/device-set.ts'
import type { PlaceBook } from '#server/services/places/place-book.ts'
import type { Cell } from '#server/services/spreadsheets/spreadsheet.ts'
import { businessTime } from '#shared/business-time.ts'
import { type FactColumn, factColumns, factText, isStaffFact, textFacts } from '#shared/device-facts.ts'
import { type ChosenColumn, deviceStates, furtherColumns } from '#shared/devices.ts'
import { AppError } from '#shared/errors.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { type FiledDevice, nameOf } from './rows.ts'

const headers: Record<ChosenColumn, Word> = {
  serial: 'device.column.serial',
  site: 'device.column.site',
  client: 'device.column.client',
  account: 'device.column.account',
  activeWorker: 'device.column.activeWorker',
  activeWorkerState: 'device.column.activeWorkerState',
  type: 'device.column.type',
  state: 'device.column.state',
  repairTimes: 'device.column.repairTimes',
  stateSince: 'device.column.stateSince',
  hashRate: 'device.column.hashRate',
  lastReportAt: 'device.column.lastReportAt',
  hall: 'device.column.hall',
  rack: 'device.column.rack',
  shelf: 'device.column.shelf',
  ip: 'device.column.ip',
  mac: 'device.column.mac',
  firmware: 'device.column.firmware',
  powerW: 'device.column.powerW',
  temperatureC: 'device.column.temperatureC',
  fanRpm: 'device.column.fanRpm',
  note: 'device.column.note',
  tags: 'device.column.tags',
}

/** Tell whether a column contains names or serials, which must not be read as numbers or dates. */
export const isTextColumn = (column: string): boolean => textColumns.has(column)
const textColumns = new Set(['serial', 'site', 'client', 'account', 'activeWorker', 'parts', ...textFacts, 'tags'])

const isFact = (column: ChosenColumn): column is FactColumn => factColumns.some((fact) => fact === column)
/**
 * Return the columns that the reader of a set may see.
 * @throws AppError FORBIDDEN when none is left
 */
export function readableColumns<Column extends string>(
  columns: readonly Column[],
  { personal }: Pick<DeviceSet, 'personal'>,
): readonly Column[] {
  const readable = personal ? columns.filter((column) => !isStaffFact(column)) : columns
  if (readable.length === 0) throw new AppError('FORBIDDEN')
  return readable
}

/** Tell whether a file with these columns contains facts of machines. */
export const hasFacts = (columns: readonly ChosenColumn[]): boolean => columns.some(isFact)

/** Tell whether a file with these columns contains measurements or the time of the state. */
export const hasMeasured = (columns: readonly ChosenColumn[]): boolean =>
  columns.some((column) => furtherColumns.some((further) => further === column))

export const headerOf = (columns: readonly ChosenColumn[], language: Language): string[] =>
  columns.map((column) => word(language, headers[column]))

type Reading = { language: Language; book: PlaceBook; timeZone: string }

/**
 * Return a function that converts stored devices to cells in the reader's language, with times in the business time
 * zone.
 */
export function cellsOf(
  columns: readonly ChosenColumn[],
  { language, book, timeZone }: Reading,
): (device: FiledDevice) => Cell[] {
  const time = (moment: Date | null | undefined) => (moment ? businessTime(moment, timeZone) : null)
  const workerWords = [word(language, 'device.worker.no'), word(language, 'device.worker.yes')]
  const stateWords = new Map(deviceStates.map((state) => [state, word(language, `device.state.${state}`)]))
  const cells: Record<Exclude<ChosenColumn, FactColumn>, (device: FiledDevice) => Cell> = {
    serial: ({ serial }) => serial,
    site: ({ site_id }) => nameOf(book.companies, site_id),
    client: ({ client_id }) => nameOf(book.clients, client_id),
    account: ({ account_id }) => nameOf(book.accounts, account_id),
    activeWorker: ({ active_worker }) => active_worker,
    activeWorkerState: ({ active_worker_state }) => workerWords[Number(active_worker_state)] ?? null,
    type: ({ type }) => type,
    state: ({ state }) => stateWords.get(state) ?? state,
    repairTimes: ({ repair_times }) => repair_times,
    stateSince: ({ measured }) => time(measured?.state_since),
    hashRate: ({ measured }) => measured?.hash_rate ?? null,
    lastReportAt: ({ measured }) => time(measured?.last_report_at),
  }
  const chosen = columns.map((column) =>
    isFact(column) ? ({ facts }: FiledDevice) => factText(facts ?? null, column) : cells[column],
  )
  return (device) => chosen.map((cell) => cell(device))
}
