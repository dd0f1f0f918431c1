import { ExportTool } from '#client/features/exports/export-tool.tsx'
import type { FileCall } from '#client/fetch-file.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import type { ExportFormat } from '#shared/devices.ts'

type Props<Name extends string> = {
  total: number | undefined
  columns: readonly { key: string; title: string }[]
  /** Columns of the file, by the names of the table columns. */
  names: readonly Name[]
  hidden: readonly string[]
  call: (columns: readonly Name[], format: ExportFormat) => FileCall
}

/** Export a list of places: all rows that match the search, with the order and the visible columns of the screen. */
export function PlaceExport<Name extends string>({ total, columns, names, hidden, call }: Props<Name>) {
  const say = useWord()
  const shown = names.filter((name) => !hidden.includes(name))
  return (
    <ExportTool
      sentence={say('export.total', { count: formatNumber(total) })}
      columns={shown.map((name) => columns.find(({ key }) => key === name)?.title ?? name)}
      formats={['csv', 'xls', 'xlsx']}
      call={(format) => call(shown, format)}
      disabled={!total}
    />
  )
}
