import { type FormEvent, useId, useState } from 'react'
import { useSiteChoices } from '#client/features/devices/use-choices.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { businessDay } from '#shared/dates.ts'
import { type RepairType, repairTypes, returnOutcomes } from '#shared/repairs.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'
import { RepairLines } from './repair-lines.tsx'
import { type RepairDraft, useSaveRepairs } from './use-save-repairs.ts'

/** What a dialog starts with. */
export type RepairStart = { type: RepairType; serials?: string; selection?: { devices: DeviceSelection; count: number } }
const longestNote = 500

/** 出库 or 入库 of one or many pasted serials, or of chosen devices: checked line by line first, then done. */
export function RepairDialog({ start, onClose, onDone = onClose }: { start: RepairStart; onClose: () => void; onDone?: () => void }) {
  const say = useWord()
  const form = useId()
  const { timeZone, companyName } = useSession()
  const today = businessDay(new Date(), timeZone)
  const [draft, setDraft] = useState<RepairDraft>({
    type: start.type,
    serials: start.serials ?? '',
    selection: start.selection?.devices ?? null,
    siteId: null,
    date: today,
    notes: '',
    // Not chosen for anybody: a record says what the workshop found, not what stood in the field.
    outcome: null,
    buyCompanyId: null,
  })
  const now = JSON.stringify(draft)
  const [first] = useState(now)
  const sites = useSiteChoices()
  const companies = trpc.auth.companies.useQuery({ page: 1, size: 200, name: '' })
  const { answer, forget, check, apply, busy, problem } = useSaveRepairs(onDone)
  const change = (patch: Partial<RepairDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    if (!('notes' in patch) && !('buyCompanyId' in patch)) forget()
  }
  const out = draft.type === '送修'
  const named = draft.selection !== null || draft.serials.trim() !== ''
  const ready = named && (out ? draft.notes.trim() !== '' : draft.outcome !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !ready) return
    if (answer && answer.done > 0) void apply(draft, answer.done)
    else check(draft)
  }
  /** Escape, the backdrop and the cross: fifty pasted serials are not lost by a slip. */
  const leave = async () => {
    if (busy) return
    if (now === first || (await askConfirm({ message: say('ui.discardAsk'), confirmText: say('ui.discard'), danger: true }))) onClose()
  }
  return (
    <Dialog
      open
      size="md"
      onClose={() => void leave()}
      title={say(`repair.order.${draft.type}`)}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy} disabled={!ready || (answer !== null && answer.done === 0)}>
            {answer ? say(out ? 'repairs.doOut' : 'repairs.doBack', { count: answer.done }) : say('repairs.check')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={say('repairs.kind')}
            value={draft.type}
            options={repairTypes.map((value) => ({ value, label: say(`repair.order.${value}`) }))}
            onChange={(type) => type && change({ type, outcome: null })}
          />
          <TextField label={say('repairs.date')} type="date" required value={draft.date} max={today} onChange={(date) => date !== '' && change({ date })} />
        </div>
        {start.selection ? (
          <p className="font-medium">{say('repairs.selected', { count: start.selection.count })}</p>
        ) : (
          <Field label={say('repairs.serials')} help={say('repairs.serialsHelp')} required>
            {(control) => (
              <textarea
                {...control}
                className="control min-h-24 font-mono"
                rows={4}
                spellCheck={false}
                data-autofocus
                value={draft.serials}
                onChange={(event) => change({ serials: event.target.value })}
              />
            )}
          </Field>
        )}
        {!out && (
          <Select
            label={say('repairs.outcome')}
            required
            value={draft.outcome}
            options={returnOutcomes.map((value) => ({ value, label: say(`repair.outcome.${value}`) }))}
            onChange={(outcome) => outcome && change({ outcome })}
          />
        )}
        <TextField
          label={say(out ? 'repairs.reason' : 'repairs.findings')}
          required={out}
          maxLength={longestNote}
          value={draft.notes}
          autoComplete="off"
          onChange={(notes) => change({ notes })}
        />
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
        {problem && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        {answer && <RepairLines answer={answer} />}
      </form>
    </Dialog>
  )
}
