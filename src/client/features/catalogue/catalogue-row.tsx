import { Trash2 } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { type CatalogueColumn, catalogueColumns, dimsStatuses, isCatalogueNumber } from '#shared/catalogue.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import type { DraftRow } from './catalogue-draft.ts'

type CellNotes = Partial<Record<CatalogueColumn, string>>
type Props = {
  row: DraftRow
  line: number
  /** Problems by column. */
  problems: CellNotes
  /** The values in the newest version, by the columns that differ; null = the model is new. */
  before: CellNotes | null
  onCell: (key: string, column: CatalogueColumn, text: string) => void
  onBlock: (key: string, column: CatalogueColumn, text: string) => void
  onRemove: (key: string) => void
}

export const cellId = (key: string, column: CatalogueColumn): string => `cell-${key}-${column}`

/** Up, down and Enter move to the same column of another line, as in a spreadsheet. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const down = event.key === 'ArrowDown' || event.key === 'Enter'
  if (!down && event.key !== 'ArrowUp') return
  if (event.currentTarget instanceof HTMLSelectElement && event.key !== 'Enter') return
  const cell = event.currentTarget.closest('td')
  const line = cell?.closest('tr')
  const other = down ? line?.nextElementSibling : line?.previousElementSibling
  const target = cell && other?.children[cell.cellIndex]?.querySelector<HTMLElement>('input, select')
  if (!target) return
  event.preventDefault()
  target.focus()
  if (target instanceof HTMLInputElement) target.select()
}

const cellLook =
  'block h-8 w-full min-w-0 bg-transparent px-2 outline-none focus-visible:bg-surface focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent'

type CellProps = Pick<Props, 'row' | 'line' | 'onCell' | 'onBlock'> & {
  column: CatalogueColumn
  problem: string | undefined
  note: string | undefined
}

/** The input of one cell. Pasting several cells of a spreadsheet into it fills the lines and columns from here. */
function CatalogueCell({ row, line, column, problem, note, onCell, onBlock }: CellProps) {
  const say = useWord()
  const shared = {
    id: cellId(row.key, column),
    'aria-label': say('catalogue.cell', { column: catalogueColumnLabel(language, column), line }),
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-description': note,
    title: note,
    value: row.cells[column],
    onKeyDown: onArrow,
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    onBlock(row.key, column, text)
  }
  if (column === 'dimsStatus')
    return (
      <select
        {...shared}
        className={classNames(cellLook, 'cursor-pointer')}
        onChange={(event) => onCell(row.key, column, event.target.value)}
      >
        {[...new Set([...dimsStatuses, row.cells.dimsStatus])].map((status) => (
          <option key={status} value={status} className="bg-surface text-ink">
            {dimsStatuses.some((known) => known === status) ? say(`catalogue.dims.${status as 'estimate'}`) : status}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...shared}
      type="text"
      inputMode={isCatalogueNumber(column) ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      className={classNames(cellLook, isCatalogueNumber(column) && 'figures text-end')}
      onChange={(event) => onCell(row.key, column, event.target.value)}
      onPaste={onPaste}
    />
  )
}

/** One model of the table. It renders only when its own data changes, however long the table is. */
export const CatalogueTableRow = memo(
  function CatalogueTableRow({ row, line, problems, before, onCell, onBlock, onRemove }: Props) {
    const say = useWord()
    const noteOf = (column: CatalogueColumn) =>
      problems[column] ??
      (before?.[column] === undefined ? undefined : say('catalogue.wasBefore', { value: before[column] || '-' }))
    return (
      <tr className="group">
        <td className="figures sticky left-0 z-1 border-b border-line bg-surface px-2 text-end text-muted">{line}</td>
        {catalogueColumns.map((column) => (
          <td
            key={column}
            className={classNames(
              'border-b border-l border-line p-0',
              column === 'model' && 'sticky left-10 z-1 font-medium',
              problems[column] !== undefined
                ? 'bg-danger-soft'
                : before === null || before[column] !== undefined
                  ? 'bg-accent-soft'
                  : 'bg-surface',
            )}
          >
            <CatalogueCell
              column={column}
              row={row}
              line={line}
              problem={problems[column]}
              note={noteOf(column)}
              onCell={onCell}
              onBlock={onBlock}
            />
          </td>
        ))}
        <td className="border-b border-l border-line px-1">
          <IconButton
            size="sm"
            label={say('catalogue.remove', { line })}
            icon={<Trash2 aria-hidden className="size-3.5" />}
            onClick={() => onRemove(row.key)}
          />
        </td>
      </tr>
    )
  },
  (one, other) =>
    one.row === other.row &&
    one.line === other.line &&
    JSON.stringify(one.problems) === JSON.stringify(other.problems) &&
    JSON.stringify(one.before) === JSON.stringify(other.before),
)
