import { Download, FileInput, Plus, Save } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { codeOf } from '#client/failures.ts'
import { language, say } from '#client/i18n.ts'
import { saveCsv } from '#client/save-csv.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Pager } from '#client/ui/list/pager.tsx'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import { type CatalogueAnswer, type CatalogueColumn, catalogueColumns, longestSource } from '#shared/catalogue.ts'
import { rowsOfModels } from '#shared/catalogue-forms.ts'
import { catalogueProblemText } from '#shared/i18n/catalogue-problems.ts'
import { type DraftRow, emptyRow, linesOf } from './catalogue-draft.ts'
import { ConflictNote, ProblemNote, ReferenceNote } from './catalogue-notices.tsx'
import { cellId } from './catalogue-row.tsx'
import { CatalogueTable } from './catalogue-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import type { CatalogueEditing } from './use-catalogue-draft.ts'

/** The most lines rendered at once: with a hundred thousand inputs a browser no longer responds to keys. */
const pageLines = 200

/** The newest version as an editable table, with import, saved as the next version. */
export function CatalogueEditor({ newest, editing }: { newest: CatalogueAnswer; editing: CatalogueEditing }) {
  const [open, setOpen] = useState<'import' | 'save' | null>(null)
  const [asked, setAsked] = useState(false)
  const [page, setPage] = useState(1)
  const { draft, problems, difference, change, discard } = editing
  const save = useSaving(() => setOpen(null), discard)
  const pages = Math.max(1, Math.ceil(draft.rows.length / pageLines))
  /** Focus a cell, on the page of its line. */
  const goTo = (rows: readonly DraftRow[], index: number, column: CatalogueColumn) => {
    const row = rows[index]
    if (!row) return
    flushSync(() => setPage(Math.floor(index / pageLines) + 1))
    document.getElementById(cellId(row.key, column))?.focus()
  }
  const sourceEmpty = draft.source.trim() === ''
  const wantSave = () => {
    setAsked(true)
    const [problem] = problems
    if (problem) return goTo(draft.rows, problem.line - 1, problem.column)
    if (sourceEmpty) return document.getElementById('catalogue-source')?.querySelector('input')?.focus()
    setOpen('save')
  }
  const addRow = () => {
    const row = emptyRow()
    const rows = [...draft.rows, row]
    flushSync(() => change((now) => ({ ...now, rows })))
    goTo(rows, rows.length - 1, 'model')
  }
  const wantDiscard = async () => {
    if (await askConfirm({ message: say('catalogue.discardAsk'), danger: true })) discard()
  }
  const download = () =>
    saveCsv(`catalogue-${newest.version}`, [
      [...catalogueColumns],
      ...rowsOfModels(newest.models).map((row) => catalogueColumns.map((column) => row[column] ?? null)),
    ])
  return (
    <div className="grid grid-cols-1 gap-4">
      <ReferenceNote source={newest.source} />
      <ConflictNote editing={editing} newest={newest} />
      <div id="catalogue-source" className="max-w-2xl">
        <TextField
          label={say('catalogue.source')}
          help={say('catalogue.sourceHelp')}
          required
          maxLength={longestSource}
          autoComplete="off"
          value={draft.source}
          error={asked && sourceEmpty ? say('catalogue.sourceEmpty') : null}
          onChange={(source) => change((now) => ({ ...now, source }))}
        />
      </div>
      <ProblemNote editing={editing} onOpen={({ line, column }) => goTo(draft.rows, line - 1, column)} />
      <Card
        title={say('catalogue.table')}
        padded={false}
        actions={<EditorTools onDownload={download} onImport={() => setOpen('import')} onAdd={addRow} />}
      >
        <CatalogueTable
          editing={editing}
          newest={newest.models}
          first={(Math.min(page, pages) - 1) * pageLines}
          most={pageLines}
        />
        {pages > 1 && (
          <div className="px-4 py-2">
            <Pager
              page={Math.min(page, pages)}
              size={pageLines}
              fixedSize
              total={draft.rows.length}
              onChange={setPage}
            />
          </div>
        )}
        <p className="px-4 py-2 text-xs text-muted">{say('catalogue.pasteHint')}</p>
      </Card>
      <SaveBar editing={editing} newest={newest} onDiscard={() => void wantDiscard()} onSave={wantSave} />
      {open === 'import' && (
        <ImportDialog
          rows={draft.rows}
          newest={newest.models}
          onClose={() => setOpen(null)}
          onApply={(rows, count) => {
            change((now) => ({ ...now, rows }))
            setOpen(null)
            toastSuccess(say('catalogue.importApplied', { count }))
          }}
        />
      )}
      {open === 'save' && (
        <SaveDialog
          difference={difference}
          sources={{ before: newest.source, after: draft.source.trim() }}
          busy={save.isPending}
          onClose={() => setOpen(null)}
          onSave={() =>
            save.mutate({ baseVersion: draft.baseVersion, source: draft.source, rows: linesOf(draft.rows) })
          }
        />
      )}
    </div>
  )
}

/**
 * Save the draft as the next version. If another user has saved a newer version, fetch it; the screen then offers what
 * to do.
 */
function useSaving(onClose: () => void, onSaved: () => void) {
  const utils = trpc.useUtils()
  return trpc.catalogue.save.useMutation({
    onSuccess: async ({ applied, errors }) => {
      const [first] = errors
      if (first) return toastError(say('catalogue.problemLine', { line: first.line, text: first.reason }))
      await utils.catalogue.invalidate()
      onClose()
      onSaved()
      toastSuccess(say(applied ? 'catalogue.saved' : 'catalogue.nothingNew'))
    },
    onError: async (error) => {
      if (codeOf(error) !== 'EDITED_BY_OTHERS') return
      onClose()
      await utils.catalogue.invalidate()
    },
  })
}

const EditorTools = ({
  onDownload,
  onImport,
  onAdd,
}: {
  onDownload: () => void
  onImport: () => void
  onAdd: () => void
}) => (
  <span className="flex flex-wrap items-center gap-1">
    <Button variant="quiet" icon={<Download aria-hidden className="size-4" />} onClick={onDownload}>
      {say('catalogue.export')}
    </Button>
    <Button
      variant="quiet"
      icon={<FileInput aria-hidden className="size-4" />}
      onClick={onImport}
      aria-haspopup="dialog"
    >
      {say('catalogue.import')}
    </Button>
    <Button variant="quiet" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
      {say('catalogue.add')}
    </Button>
  </span>
)

type SaveBarProps = { editing: CatalogueEditing; newest: CatalogueAnswer; onDiscard: () => void; onSave: () => void }

/** The number of unsaved changes, with buttons to save or discard them. */
function SaveBar({ editing: { draft, dirty, problems }, newest, onDiscard, onSave }: SaveBarProps) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-5 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 py-3"
    >
      <p role="status" className="mr-auto text-muted">
        {dirty ? say('catalogue.unsaved') : ''}
      </p>
      <Button disabled={!dirty} onClick={onDiscard}>
        {say('catalogue.discard')}
      </Button>
      <Button
        variant="primary"
        icon={<Save aria-hidden className="size-4" />}
        disabled={!dirty || draft.rows.length === 0 || draft.baseVersion !== newest.version}
        aria-describedby={problems.length > 0 ? 'catalogue-problems' : undefined}
        title={problems[0] && catalogueProblemText(language, problems[0])}
        onClick={onSave}
      >
        {say('catalogue.save')}
      </Button>
    </div>
  )
}
