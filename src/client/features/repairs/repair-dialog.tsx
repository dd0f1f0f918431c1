import { type ReactNode, useState } from 'react'
import { type Custody, machinesText } from '#client/features/devices/named-machines.ts'
import { useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { actionForm, FormDialog } from '#client/ui/form/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { businessDay } from '#shared/business-time.ts'
import type { Day } from '#shared/dates.ts'
import { longestRepairNote, type RepairType, repairTypes, returnOutcomes } from '#shared/repairs.ts'
import { RepairLines } from './repair-lines.tsx'
import { RepairTermsFields } from './repair-terms-fields.tsx'
import { type RepairDraft, useSaveRepairs } from './use-save-repairs.ts'

/** The initial content of the dialog. */
export type RepairStart = {
  type: RepairType
  /** The devices of an action, whose type is then fixed; without them one pastes serials and chooses the type. */
  selection?: Pick<Custody, 'devices' | 'count' | 'machines'>
  /** The reason for the question, shown first. */
  about?: ReactNode
}

/** The label of the button: the action, of several machines with their number; "check" while the number is unknown. */
const doOrCheck = (type: RepairType, count: number | undefined) =>
  count === undefined
    ? say('repairs.check')
    : count === 1
      ? say(type === '送修' ? 'custody.send' : 'custody.return')
      : say(`repairs.do.${type}`, { count: formatNumber(count) })

/** What is done, and with which devices if they are chosen. */
function titleOf({ type }: RepairDraft, { selection }: RepairStart): string {
  if (!selection) return say(`repair.order.${type}`)
  const [only] = selection.machines
  const machines =
    selection.count === 1 && only ? only.serial : say('custody.machines', { count: formatNumber(selection.count) })
  return say(`repairs.title.${type}`, { machines })
}

const newDraft = ({ type, selection }: RepairStart, today: string): RepairDraft => ({
  type,
  serials: '',
  selection: selection?.devices ?? null,
  siteId: null,
  date: today,
  notes: '',
  // Without a default: the record must say what the workshop found, not what was observed in the field.
  outcome: null,
  workshop: '',
  cost: '',
  warrantyUntil: '',
  buyCompanyId: null,
})

/** The missing values of a draft, in words, by field. */
const missingIn = ({ type, selection, serials, notes, outcome }: RepairDraft) => ({
  ...(selection === null && serials.trim() === '' ? { serials: say('repairs.serials.missing') } : {}),
  ...(type === '送修' && notes.trim() === '' ? { notes: say('repairs.reason.missing') } : {}),
  ...(type === '送回' && outcome === null ? { outcome: say('repairs.outcome.missing') } : {}),
})

/** The values of the dialog; its submit checks the lines first, then saves those without a problem. */
function useRepairForm(start: RepairStart, today: Day, onDone: () => void) {
  const [draft, setDraft] = useState(() => newDraft(start, today))
  const [first] = useState(draft)
  const [attempts, setAttempts] = useState(0)
  const { answer, checking, forget, check, apply, checkAndApply, busy, error } = useSaveRepairs(draft, onDone)
  const change = (patch: Partial<RepairDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    if (!['notes', 'workshop', 'cost', 'warrantyUntil', 'buyCompanyId'].some((field) => field in patch)) forget()
  }
  const wrong: ReturnType<typeof missingIn> = attempts > 0 ? missingIn(draft) : {}
  const ready = Object.keys(missingIn(draft)).length === 0
  const submit = async () => {
    setAttempts((before) => before + 1)
    if (!ready) return
    if (checking) await checkAndApply()
    else if (answer && answer.done > 0) await apply(answer.done)
    else await check()
  }
  // Closing asks first, so that fifty pasted serials are not lost by mistake.
  const dirty = JSON.stringify(draft) !== JSON.stringify(first)
  return { draft, change, wrong, answer, form: actionForm({ busy, dirty, submit, error, attempts }) }
}

type Change = (patch: Partial<RepairDraft>) => void
type FieldProps = { draft: RepairDraft; change: Change }

/** 出库 or 入库 of pasted serials or chosen devices. Each line is checked first (chosen devices at once), then saved. */
export function RepairDialog({
  start,
  onClose,
  onDone = onClose,
}: {
  start: RepairStart
  onClose: () => void
  onDone?: () => void
}) {
  const { timeZone } = useSession()
  const today = businessDay(new Date(), timeZone)
  const { draft, change, wrong, answer, form } = useRepairForm(start, today, onDone)
  return (
    <FormDialog
      form={form}
      size="md"
      title={titleOf(draft, start)}
      submit={{
        label: doOrCheck(draft.type, answer?.done ?? start.selection?.count),
        disabled: answer?.done === 0,
      }}
      onClose={onClose}
    >
      {start.about}
      {start.selection && <Chosen {...start.selection} />}
      <div className="grid gap-4 sm:grid-cols-2">
        {!start.selection && <TypeField draft={draft} change={change} />}
        <DateField
          label={say('repairs.date')}
          required
          value={draft.date}
          max={today}
          onChange={(date) => date !== '' && change({ date })}
        />
        {start.selection && <ReceiverField draft={draft} change={change} />}
      </div>
      {!start.selection && <SerialsField draft={draft} problem={wrong.serials ?? null} change={change} />}
      <FindingFields start={start} draft={draft} wrong={wrong} change={change} />
      {!start.selection && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SiteField draft={draft} change={change} />
          <ReceiverField draft={draft} change={change} />
        </div>
      )}
      <RepairTermsFields draft={draft} change={change} />
      {answer && <RepairLines answer={answer} />}
    </FormDialog>
  )
}

/** The chosen devices; the title already has the serial of a single one. */
const Chosen = ({ machines, count }: NonNullable<RepairStart['selection']>) =>
  count === 1 && machines[0] ? (
    machines[0].site !== null && <p className="text-muted">{machines[0].site}</p>
  ) : (
    <p className="font-medium">{machinesText(machines, count)}</p>
  )

const TypeField = ({ draft, change }: FieldProps) => (
  <Select
    label={say('repairs.kind')}
    value={draft.type}
    options={repairTypes.map((value) => ({ value, label: say(`repair.order.${value}`) }))}
    onChange={(type) => type && change({ type, outcome: null })}
  />
)

const SerialsField = ({ draft, problem, change }: FieldProps & { problem: string | null }) => (
  <TextArea
    label={say('repairs.serials')}
    help={say('repairs.serialsHelp')}
    required
    controlClassName="min-h-24 font-mono"
    rows={4}
    spellCheck={false}
    data-autofocus
    error={problem}
    value={draft.serials}
    onChange={(serials) => change({ serials })}
  />
)

/** The outcome of a repair, and the reason or the findings. */
function FindingFields({
  start,
  draft,
  wrong,
  change,
}: FieldProps & { start: RepairStart; wrong: ReturnType<typeof missingIn> }) {
  const out = draft.type === '送修'
  return (
    <>
      {!out && (
        <Select
          label={say('repairs.outcome')}
          required
          error={wrong.outcome ?? null}
          value={draft.outcome}
          options={returnOutcomes.map((value) => ({ value, label: say(`repair.outcome.${value}`) }))}
          onChange={(outcome) => outcome && change({ outcome })}
        />
      )}
      <TextField
        label={say(out ? 'repairs.reason' : 'repairs.findings')}
        required={out}
        error={wrong.notes ?? null}
        maxLength={longestRepairNote}
        value={draft.notes}
        {...(start.selection && out ? { 'data-autofocus': true } : {})}
        onChange={(notes) => change({ notes })}
      />
    </>
  )
}

/** The company that gets the machines. */
function ReceiverField({ draft, change }: FieldProps) {
  const { companyName } = useSession()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: 200, name: '' })
  return (
    <Combobox
      label={say('repairs.receiver')}
      placeholder={companyName}
      help={say('repairs.receiverHelp')}
      value={draft.buyCompanyId}
      options={(companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={companies.isFetching}
      onChange={(buyCompanyId) => change({ buyCompanyId })}
    />
  )
}

/** The site that pasted serials must belong to; chosen devices need no such check. */
function SiteField({ draft, change }: FieldProps) {
  const sites = useSiteChoices()
  return (
    <Combobox
      label={say('repairs.site')}
      placeholder={say('ui.choose')}
      help={say('repairs.siteHelp')}
      value={draft.siteId}
      options={sites.options}
      onSearch={sites.search}
      loading={sites.loading}
      onChange={(siteId) => change({ siteId })}
    />
  )
}
