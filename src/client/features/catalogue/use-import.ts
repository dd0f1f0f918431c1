import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { language } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { type CatalogueColumn, catalogueColumns } from '#shared/catalogue.ts'
import type { ColumnChoice } from '#shared/catalogue-import/headings.ts'
import { likeliestSheet, problemsOfFile, readImportFile, sheetsOfText } from '#shared/catalogue-import/import-file.ts'
import {
  bestRemembered,
  type Decimal,
  headingOf,
  type KeptLayout,
  layoutOf,
  type TableLayout,
  toRemember,
} from '#shared/catalogue-import/layout.ts'
import { mapTable } from '#shared/catalogue-import/map-table.ts'
import { oddLevels } from '#shared/catalogue-import/odd-levels.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { atFileLine, tableFaultText } from '#shared/i18n/catalogue-import.ts'
import { catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import { TableError, type TableSheet } from '#shared/tables/table.ts'
import type { DraftRow, ImportMode } from './catalogue-draft.ts'

type Source = { sheets: TableSheet[]; fault: string | null }
/** The user's changes to the guesses. */
type Chosen = {
  sheet?: number
  heading?: number
  decimal?: Decimal
  columns: Record<number, ColumnChoice>
  values: Partial<Record<CatalogueColumn, string>>
}
const nothingChosen: Chosen = { columns: {}, values: {} }
type Checked = { models: number; problems: readonly string[] }
const nothingChecked: Checked = { models: 0, problems: [] }
const nothingRead: Source = { sheets: [], fault: null }

const cellsOfRow = (row: Partial<Record<CatalogueColumn, string | number | null>>): Partial<DraftRow['cells']> =>
  Object.fromEntries(
    catalogueColumns.flatMap((column) =>
      row[column] === undefined || row[column] === null ? [] : [[column, String(row[column])]],
    ),
  )

function withChosen(guess: TableLayout, { columns, values, decimal }: Chosen): TableLayout {
  return {
    ...guess,
    decimal: decimal ?? guess.decimal,
    columns: guess.columns.map((choice, at) => columns[at] ?? choice),
    values: { ...guess.values, ...values },
  }
}

/** Return the rows that the table means with this layout, and notes about how its cells were read. */
function mappedOf(sheet: TableSheet, layout: TableLayout) {
  const { rows, notes } = mapTable(sheet, layout)
  return { rows, notes: [...notes, ...oddLevels(rows)] }
}

/** Return the number of models in the rows, and the invalid values in words. `kept` = the rows that stay in the table. */
function checkedOf(
  mapped: ReturnType<typeof mappedOf>['rows'],
  layout: TableLayout,
  kept: readonly DraftRow[],
): Checked {
  const existing = new Set(kept.map(({ cells }) => cells.model.trim().toLowerCase()))
  const { models, problems } = readCatalogueRows(mapped)
  const texts = problemsOfFile(problems, existing).map((problem) =>
    atFileLine(language, problem.line, headingOf(layout, problem.column), catalogueProblemText(language, problem)),
  )
  return { models: models.length, problems: texts }
}

/** The changes that the user may make to the guesses. Another sheet or heading drops the changes of its columns. */
const choices = (setChosen: Dispatch<SetStateAction<Chosen>>) => ({
  chooseSheet: (at: number) => setChosen({ ...nothingChosen, sheet: at }),
  chooseHeading: (at: number) => setChosen((now) => ({ ...nothingChosen, sheet: now.sheet, heading: at })),
  chooseDecimal: (decimal: Decimal) => setChosen((now) => ({ ...now, decimal })),
  chooseColumn: (at: number, choice: ColumnChoice) =>
    setChosen((now) => ({ ...now, columns: { ...now.columns, [at]: choice } })),
  chooseValue: (column: CatalogueColumn, value: string) =>
    setChosen((now) => ({ ...now, values: { ...now.values, [column]: value } })),
})

/**
 * The import of a maker's file into the table: how it is read, what was guessed, what the user changed, and the result.
 */
export function useImport(rows: readonly DraftRow[], mode: ImportMode) {
  const layouts = trpc.catalogue.layouts.useQuery(undefined, { meta: { silent: true } })
  const saveLayout = trpc.catalogue.keepLayout.useMutation({ meta: { silent: true } })
  const utils = trpc.useUtils()
  const [source, setSource] = useState<Source>(nothingRead)
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const sheetAt = chosen.sheet ?? likeliestSheet(source.sheets)
  const sheet = source.sheets[sheetAt]
  const remembered = useMemo<KeptLayout | null>(
    () => (sheet ? bestRemembered(sheet.lines, layouts.data ?? []) : null),
    [sheet, layouts.data],
  )
  const layout = useMemo(
    () => (sheet ? withChosen(layoutOf(sheet.lines, remembered?.layout ?? null, chosen.heading), chosen) : null),
    [sheet, remembered, chosen],
  )
  const mapped = useMemo(() => sheet && layout && mappedOf(sheet, layout), [sheet, layout])
  const lines = useMemo(() => mapped?.rows.map(cellsOfRow) ?? [], [mapped])
  const checked = useMemo(
    () => (mapped && layout ? checkedOf(mapped.rows, layout, mode === 'merge' ? rows : []) : nothingChecked),
    [mapped, layout, rows, mode],
  )

  const read = (next: Source) => {
    setSource(next)
    setChosen(nothingChosen)
  }
  const readFile = async (file: File) => {
    try {
      read({ sheets: await readImportFile(new Uint8Array(await file.arrayBuffer())), fault: null })
    } catch (error) {
      read({ sheets: [], fault: tableFaultText(language, error instanceof TableError ? error.fault : 'notAWorkbook') })
    }
  }
  const remember = () => {
    const maker = layout?.values.maker?.trim() || lines.find(({ maker: named }) => named)?.maker
    if (!layout || layout.heading < 0 || !maker) return
    saveLayout.mutate(
      { maker, layout: toRemember(layout) },
      { onSuccess: () => void utils.catalogue.layouts.invalidate() },
    )
  }
  return {
    ...source,
    sheet,
    sheetAt,
    layout,
    mapped,
    lines,
    checked,
    rememberedMaker: remembered?.maker ?? null,
    readText: (text: string) => read(text.trim() === '' ? nothingRead : { sheets: sheetsOfText(text), fault: null }),
    readFile,
    clear: () => read(nothingRead),
    ...choices(setChosen),
    remember,
  }
}
export type Importing = ReturnType<typeof useImport>
