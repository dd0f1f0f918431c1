import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { formatNumber, language, useWord } from '#client/i18n.ts'
import type { RepairColumn } from '#shared/repairs.ts'
import { listRequestOf, type RepairView } from './repair-view.ts'

/** Export the records as a file with the same filters, order and columns as on the screen. */
export function RepairExport({
  view,
  columns,
  total,
  capped,
}: {
  view: RepairView
  columns: readonly RepairColumn[]
  total: number
  capped: boolean
}) {
  const say = useWord()
  return (
    <ExportTool
      sentence={say('repairs.exportTotal', { count: capped ? `${formatNumber(total)}+` : total })}
      columns={columns.map((column) => say(`repair.column.${column}`))}
      formats={['xls', 'xlsx', 'csv']}
      call={(format) => ({
        method: 'POST',
        path: '/api/repairDaily/export',
        body: { ...listRequestOf(view), columns, format, language },
        fallbackName: `${say('repair.export.name')}.${format}`,
      })}
      disabled={total === 0}
    />
  )
}
