import type { FileCall } from '#client/fetch-file.ts'
import { language, say } from '#client/i18n.ts'
import type { ChosenColumn, ExportFormat } from '#shared/devices.ts'
import type { DeviceView } from './device-view.ts'

/** The documented format first. */
export const deviceFormats: readonly ExportFormat[] = ['xls', 'xlsx', 'csv']

/** Return the documented call that exports the list: with the filters, order and columns of the screen. */
export const deviceFile = (view: DeviceView, columns: readonly ChosenColumn[], format: ExportFormat): FileCall => ({
  method: 'POST',
  path: '/api/device/export',
  body: { ...view.filters, orderColumn: view.orderColumn, orderWay: view.orderWay, columns, format, language },
  fallbackName: `${say('device.export.name')}.${format}`,
})
