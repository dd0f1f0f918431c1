import { useMemo, useState } from 'react'
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
import type { DraftRow } from './catalogue-draft.ts'

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

/**
 * The import of a maker's file into the table: how it is read, what was guessed, what the user changed, and the result.
 */
export function useImport(rows: readonly DraftRow[], way: 'merge' | 'replace') {
  const kept = trpc.catalogue.layouts.useQuery(undefined, { meta: { silent: true } })
  const keep = trpc.catalogue.keepLayout.useMutation({ meta: { silent: true } })
  const utils = trpc.useUtils()
  const [source, setSource] = useState<Source>(nothingRead)
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const sheetAt = chosen.sheet ?? likeliestSheet(source.sheets)
  const sheet = source.sheets[sheetAt]
  const remembered = useMemo<KeptLayout | null>(
    () => (sheet ? bestRemembered(sheet.lines, kept.data ?? []) : null),
    [sheet, kept.data],
  )
  const layout = useMemo(
    () => (sheet ? withChosen(layoutOf(sheet.lines, remembered?.layout ?? null, chosen.heading), chosen) : null),
    [sheet, remembered, chosen],
  )
  const mapped = useMemo(() => {
    if (!sheet || !layout) return null
    const { rows: read, notes } = mapTable(sheet, layout)
    return { rows: read, notes: [...notes, ...oddLevels(read)] }
  }, [sheet, layout])
  const lines = useMemo(() => mapped?.rows.map(cellsOfRow) ?? [], [mapped])
  const checked = useMemo(() => {
    if (!mapped || !layout) return { models: 0, problems: [] }
    const there = new Set(way === 'merge' ? rows.map(({ cells }) => cells.model.trim().toLowerCase()) : [])
    const { models, problems } = readCatalogueRows(mapped.rows)
    const texts = problemsOfFile(problems, there).map((problem) =>
      atFileLine(language, problem.line, headingOf(layout, problem.column), catalogueProblemText(language, problem)),
    )
    return { models: models.length, problems: texts }
  }, [mapped, layout, rows, way])

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
    keep.mutate({ maker, layout: toRemember(layout) }, { onSuccess: () => void utils.catalogue.layouts.invalidate() })
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
    chooseSheet: (at: number) => setChosen({ ...nothingChosen, sheet: at }),
    chooseHeading: (at: number) => setChosen((now) => ({ ...nothingChosen, sheet: now.sheet, heading: at })),
    chooseDecimal: (decimal: Decimal) => setChosen((now) => ({ ...now, decimal })),
    chooseColumn: (at: number, choice: ColumnChoice) =>
      setChosen((now) => ({ ...now, columns: { ...now.columns, [at]: choice } })),
    chooseValue: (column: CatalogueColumn, value: string) =>
      setChosen((now) => ({ ...now, values: { ...now.values, [column]: value } })),
    remember,
  }
}
export type Importing = ReturnType<typeof useImport>
