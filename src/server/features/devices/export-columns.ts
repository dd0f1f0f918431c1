import type { PlaceBook } from '#server/services/place-book.ts'
import type { Cell } from '#server/services/spreadsheet.ts'
import { type DeviceColumn, deviceStates } from '#shared/devices.ts'
import { type Language, type Word, word } from '#shared/i18n/index.ts'
import { type FiledDevice, nameOf } from './rows.ts'

const headers: Record<DeviceColumn, Word> = {
  serial: 'device.column.serial',
  site: 'device.column.site',
  client: 'device.column.client',
  account: 'device.column.account',
  activeWorker: 'device.column.activeWorker',
  activeWorkerState: 'device.column.activeWorkerState',
  type: 'device.column.type',
  state: 'device.column.state',
  repairTimes: 'device.column.repairTimes',
}

/** Names and serials, which are no number and no day. */
export const isTextColumn = (column: string): boolean => ['serial', 'site', 'client', 'account', 'activeWorker', 'parts'].includes(column)

export const headerOf = (columns: readonly DeviceColumn[], language: Language): string[] => columns.map((column) => word(language, headers[column]))

/** Turns stored devices into the cells of a file in the reader's language. */
export function cellsOf(columns: readonly DeviceColumn[], language: Language, book: PlaceBook): (device: FiledDevice) => Cell[] {
  const workerWords = [word(language, 'device.worker.no'), word(language, 'device.worker.yes')]
  const stateWords = new Map(deviceStates.map((state) => [state, word(language, `device.state.${state}`)]))
  const cells: Record<DeviceColumn, (device: FiledDevice) => Cell> = {
    serial: ({ serial }) => serial,
    site: ({ site_id }) => nameOf(book.companies, site_id),
    client: ({ client_id }) => nameOf(book.clients, client_id),
    account: ({ account_id }) => nameOf(book.accounts, account_id),
    activeWorker: ({ active_worker }) => active_worker,
    activeWorkerState: ({ active_worker_state }) => workerWords[Number(active_worker_state)] ?? null,
    type: ({ type }) => type,
    state: ({ state }) => stateWords.get(state) ?? state,
    repairTimes: ({ repair_times }) => repair_times,
  }
  const chosen = columns.map((column) => cells[column])
  return (device) => chosen.map((cell) => cell(device))
}
