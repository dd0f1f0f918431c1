import { fetchFile } from '#client/fetch-file.ts'
import { say } from '#client/i18n.ts'
import type { DeviceColumn, ExportFormat } from '#shared/devices.ts'
import type { Language } from '#shared/i18n/index.ts'
import type { DeviceView } from './device-view.ts'

/** What the file shall hold: the filters, order and columns of the screen. */
export type ExportRequest = { view: DeviceView; columns: readonly DeviceColumn[]; format: ExportFormat; language: Language }

/** The list as a file through the documented call, telling how many bytes have come. */
export function fetchExport(request: ExportRequest, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<{ name: string; content: Blob }> {
  const { view, columns, format, language } = request
  const body = { ...view.filters, orderColumn: view.orderColumn, orderWay: view.orderWay, columns, format, language }
  return fetchFile({ method: 'POST', path: '/api/device/export', body, fallbackName: `${say('device.export.name')}.${format}` }, signal, onBytes)
}
