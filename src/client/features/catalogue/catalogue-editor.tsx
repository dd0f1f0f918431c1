import { Download, FileInput, Plus, Save } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { codeOf } from '#client/failures.ts'
import { language, say } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
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
import { meantSource, shownSource } from './source-name.ts'
import type { CatalogueEditing } from './use-catalogue-draft.ts'

const ImportDialog = lazyPart(async () => (await import('./import-dialog.tsx')).ImportDialog)
const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog, null, true)

/** The most lines rendered at once: with a hundred thousand inputs a browser no longer responds to keys. */
const pageLines = 200

type Props = { newest: CatalogueAnswer; editing: CatalogueEditing }
type OpenDialog = 'import' | 'save' | null

/** The lines of the draft in pages. `goTo` focuses a cell, on the page of its line. */
function useLinePages(count: number) {
  const [chosen, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(count / pageLines))
  const goTo = (rows: readonly DraftRow[], index: number, column: CatalogueColumn) => {
    const row = rows[index]
    if (!row) return
    flushSync(() => setPage(Math.floor(index / pageLines) + 1))
    document.getElementById(cellId(row.key, column))?.focus()
  }
  return { page: Math.min(chosen, pages), pages, setPage, goTo }
}

/** The newest version as an editable table, with import, saved as the next version. */
export function CatalogueEditor({ newest, editing }: Props) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const [submitted, setSubmitted] = useState(false)
  const { draft, problems, change, discard } = editing
  const lines = useLinePages(draft.rows.length)
  const sourceEmpty = draft.source.trim() === ''
  const submit = () => {
    setSubmitted(true)
    const [problem] = problems
    if (problem) return lines.goTo(draft.rows, problem.line - 1, problem.column)
    if (sourceEmpty) return document.getElementById('catalogue-source')?.querySelector('input')?.focus()
    setOpen('save')
  }
  const askDiscard = async () => {
    if (await askConfirm({ message: say('catalogue.discardAsk'), danger: true, focus: 'cancel' })) discard()
  }
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
          value={shownSource(draft.source)}
          error={submitted && sourceEmpty ? say('catalogue.sourceEmpty') : null}
          onChange={(name) => change((now) => ({ ...now, source: meantSource(name) }))}
        />
      </div>
      <ProblemNote editing={editing} onOpen={({ line, column }) => lines.goTo(draft.rows, line - 1, column)} />
      <ModelsCard newest={newest} editing={editing} lines={lines} onImport={() => setOpen('import')} />
      <SaveBar editing={editing} newest={newest} onDiscard={() => void askDiscard()} onSave={submit} />
      <EditorDialogs newest={newest} editing={editing} open={open} onClose={() => setOpen(null)} />
    </div>
  )
}

type ModelsProps = Props & { lines: ReturnType<typeof useLinePages>; onImport: () => void }

/** The table of the models in pages, with buttons to save it as a file, to import, and to add a model. */
function ModelsCard({ newest, editing, lines: { page, pages, setPage, goTo }, onImport }: ModelsProps) {
  const { draft, change } = editing
  const addRow = () => {
    const rows = [...draft.rows, emptyRow()]
    flushSync(() => change((now) => ({ ...now, rows })))
    goTo(rows, rows.length - 1, 'model')
  }
  const download = () =>
    saveCsv(`catalogue-${newest.version}`, [
      [...catalogueColumns],
      ...rowsOfModels(newest.models).map((row) => catalogueColumns.map((column) => row[column] ?? null)),
    ])
  return (
    <Card
      title={say('catalogue.table')}
      padded={false}
      actions={<EditorTools onDownload={download} onImport={onImport} onAdd={addRow} />}
    >
      <CatalogueTable editing={editing} newest={newest.models} first={(page - 1) * pageLines} most={pageLines} />
      {pages > 1 && (
        <div className="px-4 py-2">
          <Pager page={page} size={pageLines} fixedSize total={draft.rows.length} onChange={setPage} />
        </div>
      )}
      <p className="px-4 py-2 text-xs text-muted">{say('catalogue.pasteHint')}</p>
    </Card>
  )
}

/** The open dialog: import models into the draft, or save the draft. */
function EditorDialogs({ newest, editing, open, onClose }: Props & { open: OpenDialog; onClose: () => void }) {
  const { draft, difference, change, discard } = editing
  const save = useSaving(onClose, discard)
  return (
    <>
      {open === 'import' && (
        <ImportDialog
          rows={draft.rows}
          newest={newest.models}
          onClose={onClose}
          onApply={(rows, count) => {
            change((now) => ({ ...now, rows }))
            onClose()
            toastSuccess(say('catalogue.importApplied', { count }))
          }}
        />
      )}
      {open === 'save' && (
        <SaveDialog
          difference={difference}
          sources={{ before: newest.source, after: draft.source.trim() }}
          busy={save.isPending}
          onClose={onClose}
          onSave={() =>
            save.mutate({ baseVersion: draft.baseVersion, source: draft.source, rows: linesOf(draft.rows) })
          }
        />
      )}
    </>
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
