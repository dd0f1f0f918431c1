import { useMemo, useState } from 'react'
import { PlainTable } from '#client/features/devices/plain-table.tsx'
import { language, useWord } from '#client/i18n.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { compareCatalogues, mostCatalogueRows } from '#shared/catalogue.ts'
import { readCatalogueRows } from '#shared/catalogue-rows.ts'
import { catalogueColumnLabel, catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import { DifferenceCounts } from './catalogue-differences.tsx'
import { type DraftRow, linesOf, withImport } from './catalogue-draft.ts'
import { readTable, textOfFile } from './read-table.ts'

const largestFile = 2 * 1024 * 1024
const shownProblems = 5
const previewColumns = ['model', 'family', 'airflowM3h', 'ratedCapacityKgH', 'fanKw', 'regenKw', 'tMin', 'tMax'] as const

type Props = { rows: readonly DraftRow[]; newest: readonly CatalogueModel[]; onClose: () => void; onApply: (rows: DraftRow[], count: number) => void }

/** Models from a spreadsheet's clipboard or a CSV file: shows what would come of it, and changes the table only when told to. */
export function ImportDialog({ rows, newest, onClose, onApply }: Props) {
  const say = useWord()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [way, setWay] = useState<'merge' | 'replace'>('merge')
  const read = useMemo(() => readTable(text), [text])
  const next = useMemo(() => withImport(rows, read.lines, way), [rows, read, way])
  const tooMany = next.length > mostCatalogueRows
  const usable = read.lines.length > 0 && !tooMany
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={say('catalogue.importTitle')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button variant="primary" disabled={!usable} onClick={() => onApply(next, read.lines.length)}>
            {say('catalogue.importApply')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={say('catalogue.importText')} help={say('catalogue.importTextHelp')}>
            {(control) => (
              <textarea
                {...control}
                data-autofocus
                rows={6}
                spellCheck={false}
                value={text}
                onChange={(event) => {
                  setText(event.target.value)
                  setFile(null)
                }}
                className="control resize-y font-mono text-xs whitespace-pre"
              />
            )}
          </Field>
          <FileDrop
            label={say('catalogue.importFile')}
            file={file}
            kinds={['.csv', '.tsv', '.txt']}
            maxBytes={largestFile}
            onChange={(chosen) => {
              setFile(chosen)
              if (chosen) void textOfFile(chosen).then(setText)
            }}
          />
        </div>
        <WayChoice way={way} onChange={setWay} />
        {text.trim() !== '' && (
          <div className="grid gap-2">
            <h3 className="font-semibold">{say('catalogue.importPreview')}</h3>
            {read.unknown.length > 0 && <p className="text-caution">{say('catalogue.importUnknown', { columns: read.unknown.join(', ') })}</p>}
            {tooMany && <p className="text-danger">{say('catalogue.importTooMany', { most: mostCatalogueRows })}</p>}
            {usable && <Outcome next={next} newest={newest} />}
            <div className="max-h-64 overflow-auto">
              <PlainTable
                label={say('catalogue.importPreview')}
                columns={previewColumns.map((column, index) => ({ title: catalogueColumnLabel(language, column), figures: index > 1 }))}
                rows={read.lines
                  .slice(0, mostCatalogueRows)
                  .map((line, index) => ({ key: `line-${index}`, cells: previewColumns.map((column) => line[column] ?? '') }))}
                empty={say('catalogue.importNothing')}
              />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What the whole table would be: how it differs from the newest version, and what in it cannot be saved. */
function Outcome({ next, newest }: { next: readonly DraftRow[]; newest: readonly CatalogueModel[] }) {
  const say = useWord()
  const { models, problems } = useMemo(() => readCatalogueRows(linesOf(next)), [next])
  return (
    <>
      <DifferenceCounts difference={compareCatalogues(newest, models)} />
      {problems.length > 0 && (
        <div className="rounded-md bg-danger-soft px-3 py-2">
          <p className="font-medium text-danger">{say('catalogue.problems', { count: problems.length })}</p>
          <ul className="figures">
            {problems.slice(0, shownProblems).map((problem) => (
              <li key={`${problem.line} ${problem.column} ${problem.code}`}>
                {say('catalogue.problemLine', { line: problem.line, text: catalogueProblemText(language, problem) })}
              </li>
            ))}
            {problems.length > shownProblems && <li>{say('catalogue.moreProblems', { count: problems.length - shownProblems })}</li>}
          </ul>
        </div>
      )}
    </>
  )
}

function WayChoice({ way, onChange }: { way: 'merge' | 'replace'; onChange: (way: 'merge' | 'replace') => void }) {
  const say = useWord()
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1 font-medium">{say('catalogue.importWay')}</legend>
      {(['merge', 'replace'] as const).map((choice) => (
        <label key={choice} className="flex cursor-pointer items-center gap-2">
          <input type="radio" name="way" checked={way === choice} onChange={() => onChange(choice)} className="accent-(--accent-fill)" />
          {say(choice === 'merge' ? 'catalogue.importMerge' : 'catalogue.importReplace')}
        </label>
      ))}
    </fieldset>
  )
}
