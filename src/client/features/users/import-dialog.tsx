import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#client/failures.ts'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { cellsOf, textOfFile } from '#client/features/catalogue/read-table.ts'
import { useWord } from '#client/i18n.ts'
import { saveCsv } from '#client/save-csv.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { refusedAt } from '#client/ui/form/refused.ts'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { mostSeedRows, type SeedAnswer, type SeedColumn, seedColumns, seedHeadings, wrapSeedRows } from '#shared/users.ts'
import { headingWords } from './user-form.ts'
import { useWrapPassword } from './wrap-password.ts'

const largestFile = 2 * 1024 * 1024
type Line = { line: number } & Partial<Record<SeedColumn, string>>
const columnOf = (heading: string): SeedColumn | undefined => {
  const wanted = heading.trim().toLowerCase()
  return seedColumns.find((column) => column.toLowerCase() === wanted) ?? seedHeadings[wanted]
}

/** The lines of a users file by the names of its columns; `unknown` = headings that no column has. */
function linesOf(text: string): { lines: Line[]; unknown: string[] } {
  const [header = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, ''))
  const columns = header.map(columnOf)
  const lines = rows.map((cells, index): Line => {
    const line: Line = { line: index + 2 }
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]
      if (column) line[column] = cell
    }
    return line
  })
  return { lines, unknown: header.filter((_, at) => columns[at] === undefined) }
}

/** Users from a CSV file: what would happen is shown line by line before anything does; one wrong line keeps the whole file out. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const wrap = useWrapPassword()
  const seed = trpc.users.seed.useMutation({ meta: { silent: true } })
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState<ReturnType<typeof linesOf> | null>(null)
  const [plan, setPlan] = useState<SeedAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [own, setOwn] = useState('')
  const [ownProblem, setOwnProblem] = useState<string | null>(null)

  const choose = async (chosen: File | null) => {
    setFile(chosen)
    setPlan(null)
    setRead(null)
    setProblem(null)
    if (!chosen) return
    try {
      const found = linesOf(await textOfFile(chosen))
      setRead(found)
      if (found.lines.length === 0) return setProblem(say('users.importEmpty'))
      if (found.lines.length > mostSeedRows) return setProblem(say('users.importMost', { most: mostSeedRows }))
      const lines = await wrapSeedRows(found.lines, wrap)
      setRead({ ...found, lines })
      setPlan(await seed.mutateAsync({ rows: lines, dryRun: true }))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const apply = async () => {
    if (!read || !plan || plan.refused > 0) return
    if (plan.roles > 0 && own === '') return setOwnProblem(say('ownPassword.missing'))
    try {
      const done = await seed.mutateAsync({ rows: read.lines, ...(plan.roles > 0 ? { ownPassword: await wrap(own) } : {}) })
      if (!done.applied) return setPlan(done)
      toastSuccess(say('users.importDone', { created: done.created, updated: done.updated }))
      onDone()
      await utils.users.invalidate()
    } catch (error) {
      const refused = refusedAt(error)('ownPassword')
      if (refused === null) setProblem(messageOf(error))
      else setOwnProblem(refused)
    }
  }
  const headings = seedColumns.map((column) => say(headingWords[column]))
  const isReady = plan !== null && plan.refused === 0
  const {
    errors: _errors,
    applied: _applied,
    roles: _roles,
    ...counts
  } = plan ?? { errors: [], applied: false, roles: 0, read: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }
  return (
    <Dialog
      open
      onClose={() => !seed.isPending && onClose()}
      size="md"
      title={say('users.importTitle')}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button variant="primary" busy={seed.isPending} disabled={!isReady} onClick={() => void apply()}>
            {say('users.importApply', { count: plan?.read ?? 0 })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FileDrop label={say('users.importFile')} file={file} kinds={['.csv', '.txt']} maxBytes={largestFile} onChange={(chosen) => void choose(chosen)} />
        <p className="text-xs break-words text-muted">{say('users.importHelp', { columns: headings.join(', ') })}</p>
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => saveCsv(say('users.importTemplateFile'), [headings])}
        >
          {say('users.importTemplate')}
        </Button>
        {read && read.unknown.length > 0 && <p className="text-caution">{say('users.importUnknown', { columns: read.unknown.join(', ') })}</p>}
        {plan && (
          <div role="status" className="grid gap-2">
            <p className="font-medium">{say('users.importSummary', counts)}</p>
            {plan.refused > 0 && <p className="text-danger">{say('users.importRefused')}</p>}
            <ul className="figures max-h-40 overflow-auto text-danger">
              {plan.errors.map((error) => (
                <li key={`${error.line} ${error.reason}`}>{say('users.importLine', error)}</li>
              ))}
            </ul>
          </div>
        )}
        {read && read.lines.length > 0 && (
          <ScrollBox label={say('users.importTitle')} className="max-h-56">
            <PlainTable
              label={say('users.importTitle')}
              columns={[say('users.userName'), say('users.name'), say('users.nickName'), say('users.company')].map((title) => ({ title }))}
              rows={read.lines.slice(0, mostSeedRows).map(({ line, userName, phone, name, nickName, company }) => ({
                key: String(line),
                cells: [userName || phone || '-', name ?? '-', nickName ?? '-', company ?? '-'],
              }))}
              empty={say('users.importEmpty')}
            />
          </ScrollBox>
        )}
        {isReady && plan.roles > 0 && (
          <OwnPasswordField
            value={own}
            onChange={(next) => {
              setOwn(next)
              setOwnProblem(null)
            }}
            error={ownProblem}
            help={say('ownPassword.roleHelp')}
          />
        )}
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
