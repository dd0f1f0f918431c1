import { useMemo } from 'react'
import { machinesText, type NamedMachine } from '#client/features/devices/named-machines.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { ReasonField } from '#client/ui/form/reason-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { doneTo, undoBy } from '#client/undo.ts'
import { careForm } from '#shared/device-care.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'

export type CareAction = 'acknowledge' | 'withdraw' | 'assign' | 'note'
export type CareTarget = {
  action: CareAction
  devices: DeviceSelection
  count: number
  /** The machines whose names are known. */
  machines: readonly NamedMachine[]
  note?: string | null
  assigneeId?: number | null
  /** No machine is acknowledged yet, so that the acknowledgement of all can be undone. */
  isNew?: boolean
}

const buttons = {
  acknowledge: 'care.acknowledge',
  withdraw: 'care.withdraw',
  assign: 'care.assign',
  note: 'ui.save',
} as const

/** The most common reasons for an acknowledgement. */
const usualReasons = () =>
  (['parts', 'onSite', 'planned', 'client'] as const).map((reason) => say(`care.usual.${reason}`))

const titleOf = ({ action, count, machines: [only] }: CareTarget): string =>
  count === 1 && only
    ? say(`care.${action}One`, { serial: only.serial })
    : say(`care.${action}Ask`, { count: formatNumber(count) })

const isOne = ({ count, machines }: CareTarget): boolean => count === 1 && machines.length === 1

type Kept = { note: string | null; assigneeId: number | null }
/** Return the condition that nobody has changed the note or assignee since. */
const expecting = (action: CareAction, { note, assigneeId }: Kept) =>
  action === 'note' ? { expected: { note } } : action === 'assign' ? { expected: { assigneeId } } : {}

type Props = { target: CareTarget; onClose: () => void; onDone: () => void }

/** Acknowledge machines in trouble with a reason, assign them to a person, or add a note. */
export function CareDialog({ target, onClose, onDone }: Props) {
  const { action, devices, count, machines, note, assigneeId, isNew } = target
  const utils = trpc.useUtils()
  const attend = trpc.devices.attend.useMutation({ meta: { silent: true } })
  const people = trpc.devices.assignees.useQuery(undefined, { enabled: action === 'assign', meta: { silent: true } })
  const undoAction = useUndoAction(target)
  const form = useRecordForm({
    words: 'care',
    schema: useMemo(() => careForm(action === 'acknowledge'), [action]),
    values: { reason: '', note: note ?? '', assigneeId: assigneeId ?? null },
    send: async ({ values }) => ({
      written: values,
      ...(await attend.mutateAsync({
        selection: devices,
        ...(action === 'acknowledge'
          ? { acknowledged: true, reason: values.reason, ...(isNew ? { onlyIf: 'new' } : {}) }
          : {}),
        ...(action === 'withdraw' ? { acknowledged: false } : {}),
        ...(action === 'assign' ? { assigneeId: values.assigneeId } : {}),
        ...(action === 'note' ? { note: values.note } : {}),
        ...(isOne(target) ? expecting(action, { note: note ?? null, assigneeId: assigneeId ?? null }) : {}),
      })),
    }),
    refresh: () => utils.devices.invalidate(),
    onSaved: onDone,
    done: ({ changed, skipped, written }) => {
      const text =
        skipped > 0
          ? say('care.doneSkipped', { count: formatNumber(changed), skipped: formatNumber(skipped) })
          : doneTo(say(`care.did.${action}`), machinesText(machines, changed))
      return undoAction ? { text, action: undoAction(text, written) } : text
    },
  })
  return (
    <FormDialog
      form={form}
      title={titleOf(target)}
      submit={{ label: say(buttons[action]) }}
      cancel={action === 'withdraw' ? say('ui.back') : undefined}
      onClose={onClose}
    >
      <p className="text-muted">{machinesText(machines, count)}</p>
      {action === 'acknowledge' && <ReasonField {...form.text('reason')} usual={usualReasons()} data-autofocus />}
      {action === 'note' && <TextArea {...form.text('note')} rows={3} data-autofocus />}
      {action === 'assign' && (
        <Combobox
          {...form.choice('assigneeId')}
          options={(people.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          loading={people.isPending}
          placeholder={say('care.nobody')}
        />
      )}
    </FormDialog>
  )
}

/**
 * Return the undo of a change whose earlier values are known: acknowledgements of new warnings, or the note or assignee
 * of a single machine.
 */
function useUndoAction(target: CareTarget) {
  const { action, devices, note = null, assigneeId = null, isNew } = target
  const utils = trpc.useUtils()
  const before =
    action === 'acknowledge' && isNew
      ? { acknowledged: false, onlyIf: 'own' as const }
      : action === 'note' && isOne(target)
        ? { note }
        : action === 'assign' && isOne(target)
          ? { assigneeId }
          : null
  if (before === null) return null
  return (done: string, written: Kept) =>
    undoBy(
      () => utils.client.devices.attend.mutate({ selection: devices, ...before, ...expecting(action, written) }),
      () => Promise.all([utils.devices.invalidate(), utils.today.invalidate()]),
      done,
    )
}
