import type { ViewFilters } from '#client/features/devices/device-view.ts'
import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import type { CareFilters } from '#shared/devices.ts'
import { ownWarningColumns, type WarningColumn, warningColumns } from '#shared/exports.ts'
import type { Word } from '#shared/i18n/index.ts'

type Props = {
  filters: ViewFilters & CareFilters
  /** For the staff: include acknowledgements, assignees and notes. */
  withCare: boolean
  hidden: readonly string[]
  total: number | undefined
}

const titleOf = (column: WarningColumn): Word =>
  column === 'stateSince'
    ? 'export.stateSince'
    : column === 'acknowledged' || column === 'assignee' || column === 'note'
      ? `care.${column}`
      : `device.column.${column}`

/** Export the warnings of one state as a file, with the filters and columns of the screen. */
export function WarningExport({ filters, withCare, hidden, total }: Props) {
  const say = useWord()
  const columns = (withCare ? warningColumns : ownWarningColumns).filter((column) => !hidden.includes(column))
  return (
    <ExportTool
      sentence={say('export.total', { count: formatNumber(total) })}
      columns={columns.map((column) => say(titleOf(column)))}
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
