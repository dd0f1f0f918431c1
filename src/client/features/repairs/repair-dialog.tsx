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
  serials?: string
  selection?: Pick<Custody, 'devices' | 'count' | 'machines'>
  /** The reason for the question, shown first. */
  about?: ReactNode
}

/** The label of the button: the action with its number of machines, or "check" while the number is unknown. */
const doOrCheck = (out: boolean, count: number | undefined) =>
  count === undefined
    ? say('repairs.check')
    : say(out ? 'repairs.doOut' : 'repairs.doBack', { count: formatNumber(count) })

const newDraft = ({ type, serials = '', selection }: RepairStart, today: string): RepairDraft => ({
  type,
  serials,
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
  const { answer, checking, forget, check, apply, busy, error } = useSaveRepairs(draft, onDone)
  const change = (patch: Partial<RepairDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    if (!['notes', 'workshop', 'cost', 'warrantyUntil', 'buyCompanyId'].some((field) => field in patch)) forget()
  }
  const wrong: ReturnType<typeof missingIn> = attempts > 0 ? missingIn(draft) : {}
  const ready = Object.keys(missingIn(draft)).length === 0
  const submit = async () => {
    setAttempts((before) => before + 1)
    if (!ready || checking) return
    if (answer && answer.done > 0) await apply(answer.done)
    else check()
  }
  // Closing asks first, so that fifty pasted serials are not lost by mistake.
  const dirty = JSON.stringify(draft) !== JSON.stringify(first)
  return { draft, change, wrong, answer, checking, form: actionForm({ busy, dirty, submit, error, attempts }) }
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
  const { draft, change, wrong, answer, checking, form } = useRepairForm(start, today, onDone)
  return (
    <FormDialog
      form={form}
      size="md"
      title={say(`repair.order.${draft.type}`)}
      submit={{
        label: doOrCheck(draft.type === '送修', answer?.done ?? start.selection?.count),
        disabled: checking || answer?.done === 0,
      }}
      onClose={onClose}
    >
      {start.about}
      <KindFields draft={draft} today={today} change={change} />
      <MachineFields start={start} draft={draft} problem={wrong.serials ?? null} change={change} />
      <FindingFields start={start} draft={draft} wrong={wrong} change={change} />
      <PlaceFields draft={draft} change={change} />
      <RepairTermsFields draft={draft} change={change} />
      {answer && <RepairLines answer={answer} />}
    </FormDialog>
  )
}

/** The kind and the day of the records. */
const KindFields = ({ draft, today, change }: FieldProps & { today: Day }) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <Select
      label={say('repairs.kind')}
      value={draft.type}
      options={repairTypes.map((value) => ({ value, label: say(`repair.order.${value}`) }))}
      onChange={(type) => type && change({ type, outcome: null })}
    />
    <DateField
      label={say('repairs.date')}
      required
      value={draft.date}
      max={today}
      onChange={(date) => date !== '' && change({ date })}
    />
  </div>
)

/** The chosen devices, or a field for pasted serials. */
const MachineFields = ({
  start,
  draft,
  problem,
  change,
}: FieldProps & { start: RepairStart; problem: string | null }) =>
  start.selection ? (
    <p className="font-medium">{machinesText(start.selection.machines, start.selection.count)}</p>
  ) : (
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

/** The site, and the company that gets the machines. */
function PlaceFields({ draft, change }: FieldProps) {
  const { companyName } = useSession()
  const sites = useSiteChoices()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: 200, name: '' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Combobox
        label={say('repairs.site')}
        value={draft.siteId}
        options={sites.options}
        onSearch={sites.search}
        loading={sites.loading}
        onChange={(siteId) => change({ siteId })}
      />
      <Combobox
        label={say('repairs.receiver')}
        placeholder={companyName}
        help={say('repairs.receiverHelp')}
        value={draft.buyCompanyId}
        options={(companies.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        loading={companies.isFetching}
        onChange={(buyCompanyId) => change({ buyCompanyId })}
      />
    </div>
  )
}
