import { Download } from 'lucide-react'
import { OwnPasswordField } from '#client/features/auth/own-password-field.tsx'
import { say } from '#client/i18n.ts'
import { saveCsv } from '#client/save-csv.ts'
import { Button } from '#client/ui/button.tsx'
import { FileDrop } from '#client/ui/file-drop.tsx'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { PlainTable } from '#client/ui/plain-table.tsx'
import { ScrollBox } from '#client/ui/scroll-box.tsx'
import { mostSeedRows, type SeedAnswer, seedColumns } from '#shared/user-import.ts'
import { type Line, useUserImport } from './use-user-import.ts'
import { headingWords } from './user-form.ts'

const largestFile = 2 * 1024 * 1024
/** Import users from a CSV file: the effects are previewed line by line; one invalid line refuses the whole file. */
export function ImportDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { file, read, plan, problem, own, ownProblem, busy, choose, setOwn, apply } = useUserImport(onDone)
  const headings = seedColumns.map((column) => say(headingWords[column]))
  const isReady = plan !== null && plan.refused === 0
  return (
    <FormDialog
      form={actionForm({ busy, dirty: file !== null, submit: apply, problem })}
      size="md"
      title={say('users.importTitle')}
      submit={{ label: say('users.importApply', { count: plan?.read ?? 0 }) }}
      onClose={onClose}
    >
      <FileDrop
        label={say('users.importFile')}
        file={file}
        kinds={['.csv', '.txt']}
        maxBytes={largestFile}
        onChange={(chosen) => void choose(chosen)}
      />
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
      {read && read.unknown.length > 0 && (
        <p className="text-caution">{say('users.importUnknown', { columns: read.unknown.join(', ') })}</p>
      )}
      {plan && <Plan plan={plan} />}
      {read && read.lines.length > 0 && <Lines lines={read.lines} />}
      {isReady && plan.roles > 0 && (
        <OwnPasswordField value={own} onChange={setOwn} error={ownProblem} help={say('ownPassword.roleHelp')} />
      )}
    </FormDialog>
  )
}

/** The effects of a file, and its invalid lines. */
function Plan({ plan }: { plan: SeedAnswer }) {
  const { errors, read, created, updated, unchanged, refused } = plan
  return (
    <div role="status" className="grid gap-2">
      <p className="font-medium">{say('users.importSummary', { read, created, updated, unchanged, refused })}</p>
      {refused > 0 && <p className="text-danger">{say('users.importRefused')}</p>}
      <ul className="figures max-h-40 overflow-auto text-danger">
        {errors.map((error) => (
          <li key={`${error.line} ${error.reason}`}>{say('users.importLine', error)}</li>
        ))}
      </ul>
    </div>
  )
}

/** The users in the file. */
const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <ScrollBox label={say('users.importTitle')} className="max-h-56">
    <PlainTable
      label={say('users.importTitle')}
      columns={[say('users.userName'), say('users.name'), say('users.nickName'), say('users.company')].map((title) => ({
        title,
      }))}
      rows={lines.slice(0, mostSeedRows).map(({ line, userName, phone, name, nickName, company }) => ({
        key: String(line),
        cells: [userName || phone || '-', name ?? '-', nickName ?? '-', company ?? '-'],
      }))}
      empty={say('users.importEmpty')}
    />
  </ScrollBox>
)
