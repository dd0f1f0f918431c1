import { useMemo, useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { Field } from '#client/ui/field.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { mostCatalogueModels, mostCatalogueRows } from '#shared/catalogue.ts'
import type { CatalogueModel } from '#shared/selection/model.ts'
import { type DraftRow, type ImportMode, withImport } from './catalogue-draft.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { type Importing, useImport } from './use-import.ts'

const largestFile = 2 * 1024 * 1024

type Props = {
  rows: readonly DraftRow[]
  newest: readonly CatalogueModel[]
  onClose: () => void
  onApply: (rows: DraftRow[], count: number) => void
}

/**
 * Import models from a maker's file or a spreadsheet's clipboard: show how it is read and what it would change, and
 * change the table only after a confirmation.
 */
export function ImportDialog({ rows, newest, onClose, onApply }: Props) {
  const say = useWord()
  const [tried, setTried] = useState(false)
  const [mode, setMode] = useState<ImportMode>('merge')
  const importing = useImport(rows, mode)
  const { lines, sheet, layout, fault, checked } = importing
  const next = useMemo(() => withImport(rows, lines, mode), [rows, lines, mode])
  const tooMany = next.length > mostCatalogueRows || checked.models > mostCatalogueModels
  const usable = lines.length > 0 && !tooMany
  const submit = async () => {
    setTried(true)
    if (!usable) return
    importing.remember()
    onApply(next, checked.models)
  }
  return (
    <FormDialog
      form={actionForm({
        busy: false,
        dirty: importing.sheets.length > 0,
        submit,
        problem: tried && lines.length === 0 ? say('catalogue.importNone') : null,
      })}
      size="lg"
      title={say('catalogue.importTitle')}
      submit={{ label: say('catalogue.importApply') }}
      onClose={onClose}
    >
      <div className="grid grid-cols-1 gap-4">
        <ImportSource importing={importing} />
        {fault !== null && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
            {fault}
          </p>
        )}
        <ModeChoice mode={mode} onChange={setMode} />
        {sheet && layout && (
          <>
            <ImportColumns importing={importing} sheet={sheet} layout={layout} />
            {tooMany && (
              <p role="alert" className="text-danger">
                {say('catalogue.importTooMany', { most: mostCatalogueRows, models: mostCatalogueModels })}
              </p>
            )}
            <ImportOutcome importing={importing} next={next} newest={newest} />
          </>
        )}
      </div>
    </FormDialog>
  )
}

/** A file, or cells pasted from a spreadsheet. */
function ImportSource({ importing }: { importing: Importing }) {
  const say = useWord()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="grid content-start gap-1">
        <FileDrop
          label={say('catalogue.importFile')}
          file={file}
          kinds={['.xlsx', '.csv', '.tsv', '.txt', '.json']}
          maxBytes={largestFile}
          onChange={(chosen) => {
            setFile(chosen)
            setText('')
            if (chosen) void importing.readFile(chosen)
            else importing.clear()
          }}
        />
        <a
          href="/examples/cotes-cr100.csv"
          download
          className="justify-self-start text-accent underline underline-offset-2"
        >
          {say('catalogue.importExample')}
        </a>
        <p className="text-xs text-muted">{say('catalogue.importExampleHelp')}</p>
      </div>
      <Field label={say('catalogue.importText')} help={say('catalogue.importTextHelp')}>
        {(control) => (
          <textarea
            {...control}
            data-autofocus
            rows={4}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setFile(null)
              importing.readText(event.target.value)
            }}
            className="control resize-y font-mono text-xs whitespace-pre"
          />
        )}
      </Field>
    </div>
  )
}

/** Add the imported models to the table, or replace its models by them. */
function ModeChoice({ mode, onChange }: { mode: ImportMode; onChange: (mode: ImportMode) => void }) {
  const say = useWord()
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1 font-medium">{say('catalogue.importWay')}</legend>
      {(['merge', 'replace'] as const).map((choice) => (
        <label key={choice} className="flex cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="mode"
            checked={mode === choice}
            onChange={() => onChange(choice)}
            className="accent-(--accent-fill)"
          />
          {say(choice === 'merge' ? 'catalogue.importMerge' : 'catalogue.importReplace')}
        </label>
      ))}
    </fieldset>
  )
}
