import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import type { CareFilters } from '#shared/devices.ts'
import { warningColumns } from '#shared/exports.ts'

type Props = { filters: ViewFilters & CareFilters; hidden: readonly string[]; total: number | undefined }

/** Takes the warnings away as a file: one state of trouble, the filters and columns of the screen. */
export function WarningExport({ filters, hidden, total }: Props) {
  const say = useWord()
  const columns = warningColumns.filter((column) => !hidden.includes(column))
  return (
    <ExportTool
      sentence={say('export.total', { count: formatNumber(total) })}
      columns={columns.map((column) => say(column === 'stateSince' ? 'export.stateSince' : `device.column.${column}`))}
      formats={['xls', 'xlsx', 'csv']}
      call={(format) => ({
        method: 'POST',
        path: '/api/device/exportWarnings',
        body: { ...filters, columns, format, language },
        fallbackName: `${say('export.warnings')}.${format}`,
      })}
      disabled={!total}
    />
  )
}
