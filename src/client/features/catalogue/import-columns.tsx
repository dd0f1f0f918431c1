import { language, useWord } from '#client/i18n.ts'
import { TextField } from '#client/ui/field.tsx'
import { type CatalogueColumn, catalogueColumns, catalogueNumbers, isCatalogueNumber } from '#shared/catalogue.ts'
import { textOf } from '#shared/catalogue-import/heading-block.ts'
import type { ColumnChoice } from '#shared/catalogue-import/headings.ts'
import { headingAt, missingColumns, type TableLayout } from '#shared/catalogue-import/layout.ts'
import { unitInHeading, unitsOf } from '#shared/catalogue-import/units.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import type { TableSheet } from '#shared/tables/table.ts'
import type { Importing } from './use-import.ts'

type Props = { importing: Importing; sheet: TableSheet; layout: TableLayout }

const samples = 3
const offeredLines = 20
const longestSample = 24
/** The columns whose value is requested for all models if the table lacks it. */
const tableValues: readonly CatalogueColumn[] = ['maker', 'sheet', 'sheetDate']

/** Return some values of a column below its heading, which help to recognise it. */
const samplesOf = ({ lines }: TableSheet, { heading, skipped }: TableLayout, at: number): string =>
  lines
    .slice(Math.max(0, heading + skipped))
    .map(({ cells }) => cells[at])
    .map((cell) => (typeof cell === 'number' ? String(Number(cell.toPrecision(6))) : textOf(cell)))
    .filter((text) => text !== '')
    .slice(0, samples)
    .map((text) => (text.length > longestSample ? `${text.slice(0, longestSample)}…` : text))
    .join(' · ')

/** The import step that assigns a meaning to each column of a file: it shows the guess and lets the user change it. */
export function ImportColumns({ importing, sheet, layout }: Props) {
  const say = useWord()
  const { rememberedMaker } = importing
  const missing = missingColumns(layout)
  // Two columns may have the same heading, but the order of the columns is constant.
  const columns = layout.columns.map((choice, at) => ({ key: `${at} ${choice.heading}`, choice, at }))
  const requested = [
    ...new Set([...tableValues, ...missing, ...(Object.keys(layout.values) as CatalogueColumn[])]),
  ].filter((column) => !layout.columns.some((choice) => choice.column === column) && column !== 'model')
  return (
    <section aria-label={say('catalogue.match')} className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{say('catalogue.match')}</h3>
      <p className="text-muted">
        {rememberedMaker === null
          ? say('catalogue.matchHelp')
          : say('catalogue.matchRemembered', { maker: rememberedMaker })}
      </p>
      <LayoutChoices importing={importing} sheet={sheet} layout={layout} />
      <ul className="grid grid-cols-1 divide-y divide-line rounded-md border border-line">
        {columns.map(({ key, choice, at }) => (
          <ColumnLine
            key={key}
            name={headingAt(layout, at)}
            samples={samplesOf(sheet, layout, at)}
            hint={layout.hints[at] ?? ''}
            choice={choice}
            onChange={(next) => importing.chooseColumn(at, next)}
          />
        ))}
      </ul>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {requested.map((column) => (
          <TextField
            key={column}
            label={catalogueColumnLabel(language, column)}
            unit={isCatalogueNumber(column) ? catalogueNumbers[column].unit : undefined}
            help={missing.includes(column) ? say('catalogue.matchMissing') : undefined}
            autoComplete="off"
            value={layout.values[column] ?? ''}
            onChange={(value) => importing.chooseValue(column, value)}
          />
        ))}
      </div>
    </section>
  )
}

/** Which sheet of the file is read, from which line, and with which decimal mark. */
function LayoutChoices({ importing, sheet, layout }: Props) {
  const say = useWord()
  const { sheets, sheetAt } = importing
  return (
    <div className="flex flex-wrap gap-3">
      {sheets.length > 1 && (
        <PlainSelect
          label={say('catalogue.matchSheet')}
          value={String(sheetAt)}
          options={sheets.map(({ name }, at) => [String(at), name])}
          onChange={(at) => importing.chooseSheet(Number(at))}
        />
      )}
      <PlainSelect
        label={say('catalogue.matchHeading')}
        value={String(layout.heading)}
        options={[
          ['-1', say('catalogue.matchNoHeading')],
          ...sheet.lines.slice(0, offeredLines).map(({ line }, at): [string, string] => [String(at), String(line)]),
        ]}
        onChange={(at) => importing.chooseHeading(Number(at))}
      />
      <PlainSelect
        label={say('catalogue.matchDecimal')}
        value={layout.decimal}
        options={[
          ['.', '1,234.5'],
          [',', '1.234,5'],
        ]}
        onChange={(mark) => importing.chooseDecimal(mark === ',' ? ',' : '.')}
      />
    </div>
  )
}

/** One column of the file: its heading, some values, and the choices of its meaning and unit. */
function ColumnLine({
  name,
  samples: shown,
  hint,
  choice,
  onChange,
}: {
  name: string
  samples: string
  /** The heading with its unit. */
  hint: string
  choice: ColumnChoice
  onChange: (next: ColumnChoice) => void
}) {
  const say = useWord()
  const { column, unit, at, heading } = choice
  const units = column === null ? [] : unitsOf(column)
  const take = (next: CatalogueColumn | null) =>
    onChange({
      heading,
      column: next,
      unit: next === null ? null : (unitInHeading(next, hint)?.unit ?? null),
      at: null,
    })
  return (
    <li
      className={`grid grid-cols-1 items-center gap-2 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_14rem_8rem] ${column === null ? 'text-muted' : ''}`}
    >
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="figures truncate text-xs text-muted">{shown}</p>
      </div>
      <PlainSelect
        label={say('catalogue.matchColumn', { name })}
        labelHidden
        value={column ?? ''}
        options={[
          ['', say('catalogue.matchNone')],
          ...catalogueColumns.map((one): [string, string] => [one, catalogueColumnLabel(language, one)]),
        ]}
        onChange={(next) => take(catalogueColumns.find((one) => one === next) ?? null)}
      />
      {units.length > 0 && (
        <PlainSelect
          label={say('catalogue.matchUnit', { name })}
          labelHidden
          value={unit ?? units[0]?.unit ?? ''}
          options={units.map((one) => [one.unit, one.unit])}
          onChange={(next) => onChange({ ...choice, unit: next })}
        />
      )}
      {at && (
        <p className="figures text-xs text-muted sm:col-start-2">
          {say('catalogue.matchAir', { temperature: Number(at.tC.toFixed(1)), humidity: at.rhPct })}
        </p>
      )}
    </li>
  )
}

type PlainSelectProps = {
  label: string
  labelHidden?: boolean
  value: string
  options: readonly (readonly [string, string])[]
  onChange: (value: string) => void
}
function PlainSelect({ label, labelHidden = false, value, options, onChange }: PlainSelectProps) {
  return (
    <label className="grid min-w-0 gap-1">
      <span className={labelHidden ? 'sr-only' : 'text-xs text-muted'}>{label}</span>
      <select
        className="control w-full min-w-0 cursor-pointer"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key} className="bg-surface text-ink">
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
