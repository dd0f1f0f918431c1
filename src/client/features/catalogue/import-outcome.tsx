import { useMemo } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { compareCatalogues, isCatalogueNumber } from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { importNoteText } from '#shared/i18n/catalogue-import.ts'
import { catalogueColumnLabel } from '#shared/i18n/catalogue-problems.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import { DifferenceCounts } from './catalogue-differences.tsx'
import { type DraftRow, linesOf } from './catalogue-draft.ts'
import type { Importing } from './use-import.ts'

const shownProblems = 12
const shownLines = 12
const previewColumns = [
  'model',
  'family',
  'airflowM3h',
  'ratedCapacityKgH',
  'fanKw',
  'regenKw',
  'tMin',
  'tMax',
  'tC',
  'rhPct',
  'kgH',
] as const

type Props = { importing: Importing; next: readonly DraftRow[]; newest: readonly CatalogueModel[] }

/** The result of an import: the difference, invalid values, and how its cells were read. */
export function ImportOutcome({ importing, next, newest }: Props) {
  const say = useWord()
  const { checked, mapped, lines } = importing
  const models = useMemo(() => readCatalogueRows(linesOf(next)).models, [next])
  const difference = useMemo(() => compareCatalogues(newest, models), [newest, models])
  const notes = mapped?.notes ?? []
  const columns = previewColumns.filter((column) => lines.some((line) => line[column] !== undefined))
  return (
    <section aria-label={say('catalogue.importPreview')} className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{say('catalogue.importPreview')}</h3>
      {lines.length === 0 ? (
        <p role="alert" className="text-danger">
          {say('catalogue.importNothing')}
        </p>
      ) : (
        <DifferenceCounts difference={difference} />
      )}
      <Remarks
        look="bg-danger-soft"
        title={say('catalogue.problems', { count: checked.problems.length })}
        texts={checked.problems}
      />
      <Remarks
        look="bg-caution-soft"
        title={say('catalogue.importNotes', { count: notes.length })}
        texts={notes.map((note) => importNoteText(language, note))}
      />
      <ScrollBox label={say('catalogue.table')}>
        <PlainTable
          label={say('catalogue.table')}
          columns={columns.map((column) => ({
            title: catalogueColumnLabel(language, column),
            figures: isCatalogueNumber(column),
            wrap: true,
          }))}
          rows={lines
            .slice(0, shownLines)
            .map((line, index) => ({ key: `line-${index}`, cells: columns.map((column) => line[column] ?? '') }))}
          empty={say('catalogue.importNothing')}
        />
      </ScrollBox>
      {lines.length > shownLines && (
        <p className="text-xs text-muted">{say('catalogue.moreLines', { count: lines.length - shownLines })}</p>
      )}
    </section>
  )
}

function Remarks({ look, title, texts }: { look: string; title: string; texts: readonly string[] }) {
  const say = useWord()
  if (texts.length === 0) return null
  return (
    <div className={`rounded-md px-3 py-2 ${look}`}>
      <p className="font-medium">{title}</p>
      <ul className="figures">
        {[...new Set(texts)].slice(0, shownProblems).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {texts.length > shownProblems && (
          <li>{say('catalogue.moreProblems', { count: texts.length - shownProblems })}</li>
        )}
      </ul>
    </div>
  )
}
