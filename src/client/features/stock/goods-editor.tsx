import { Plus, X } from 'lucide-react'
import { useMaterialChoices } from '#client/features/goods/use-goods-choices.ts'
import { say } from '#client/i18n.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { longestStockNote } from '#shared/stock.ts'
import { emptyLine, type GoodsLine, isBlank, isFractionOfPiece, numberOf } from './goods-lines.ts'
import { useStockAmount } from './use-stock-amount.ts'

/** The most characters of a number of goods, with its three decimals. */
const longestNumber = 13

type Props = {
  lines: readonly GoodsLine[]
  onChange: (lines: GoodsLine[]) => void
  addLabel: string
  /** Errors are shown only after the first try to save. */
  tried: boolean
  /** The error at the first line when no line was filled in. */
  missing?: string
  /** Whether 0 is allowed, which removes the part. */
  zero?: boolean
  /** Whether each line has a field for notes. */
  withNotes?: boolean
  /** The company whose stock of the goods is shown under each line; null = none. */
  sourceCompanyId: number | null
}

/** Kinds of goods with their numbers, one line each; each kind can be chosen once. */
export function GoodsEditor({
  lines,
  onChange,
  addLabel,
  tried,
  missing,
  zero = false,
  withNotes = false,
  sourceCompanyId,
}: Props) {
  const materials = useMaterialChoices()
  const change = (key: string, patch: Partial<GoodsLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...patch } : line)))
  const chosen = new Set(lines.map(({ materialId }) => materialId))
  const isWrong = (line: GoodsLine) => {
    const number = numberOf(line)
    return number === null || (number === 0 && !zero)
  }
  return (
    <div className="grid gap-3">
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          number={index + 1}
          materials={materials}
          options={materials.options.filter(({ value }) => value === line.materialId || !chosen.has(value))}
          error={
            tried && line.materialId === null
              ? isBlank(line)
                ? (index === 0 && lines.every(isBlank) && missing) || null
                : say('ui.choose')
              : null
          }
          isWrong={tried && !isBlank(line) && isWrong(line)}
          withNotes={withNotes}
          sourceCompanyId={sourceCompanyId}
          onChange={(patch) => change(line.key, patch)}
          onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      <div>
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => onChange([...lines, emptyLine()])}>
          {addLabel}
        </Button>
      </div>
    </div>
  )
}

type LineProps = Pick<Props, 'withNotes' | 'sourceCompanyId'> & {
  line: GoodsLine
  /** Number of the line, from 1. */
  number: number
  materials: ReturnType<typeof useMaterialChoices>
  /** Goods that no other line has chosen. */
  options: ReturnType<typeof useMaterialChoices>['options']
  error: string | null
  isWrong: boolean
  onChange: (patch: Partial<GoodsLine>) => void
  onRemove: () => void
}

/** Return the message below the amount of a line; `isWrong` = the line was checked and is not complete. */
function amountProblem(line: GoodsLine, isWrong: boolean): string | null {
  if (isFractionOfPiece(line)) return say('goodsOrder.problem.whole', { unit: line.unit ?? '' })
  return isWrong ? say('goodsOrder.problem.number') : null
}

/** One kind of goods with its number. */
function LineFields({
  line,
  number,
  materials,
  options,
  error,
  isWrong,
  withNotes,
  sourceCompanyId,
  onChange,
  onRemove,
}: LineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem_2rem] items-start gap-2 max-sm:grid-cols-[minmax(0,1fr)_2rem]">
      <Combobox
        label={say('goodsOrder.materialOf', { line: number })}
        placeholder={say('ui.choose')}
        clearable={false}
        value={line.materialId}
        chosenLabel={line.name}
        options={options}
        loading={materials.loading}
        onSearch={materials.search}
        help={useStockAmount(sourceCompanyId, line.materialId)}
        error={error}
        onChange={(materialId) =>
          onChange({
            materialId,
            name: materials.options.find(({ value }) => value === materialId)?.label ?? '',
            unit: materialId === null ? null : materials.unitOf(materialId),
          })
        }
      />
      <TextField
        label={say('goodsOrder.numberOf', { line: number })}
        className="max-sm:col-start-1 max-sm:row-start-2"
        inputMode="decimal"
        maxLength={longestNumber}
        value={line.number}
        unit={line.unit ?? undefined}
        error={amountProblem(line, isWrong)}
        onChange={(text) => onChange({ number: text })}
      />
      <IconButton
        label={say('goodsOrder.removeItem', { line: number })}
        icon={<X aria-hidden className="size-4" />}
        className="mt-6 max-sm:col-start-2 max-sm:row-start-1"
        onClick={onRemove}
      />
      {withNotes && (
        <TextField
          label={say('parts.notesOf', { line: number })}
          className="col-span-2 max-sm:col-span-1 max-sm:col-start-1"
          maxLength={longestStockNote}
          value={line.notes}
          onChange={(notes) => onChange({ notes })}
        />
      )}
    </div>
  )
}
