import { useMemo } from 'react'
import { formatNumber, say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { undoBy } from '#client/undo.ts'
import { careForm } from '#shared/device-care.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'

export type CareAction = 'acknowledge' | 'withdraw' | 'assign' | 'note'
export type CareTarget = {
  action: CareAction
  devices: DeviceSelection
  count: number
  note?: string | null
  assigneeId?: number | null
  /** Nobody has acknowledged any of them, so that all can be taken back. */
  isNew?: boolean
}

const titles = {
  acknowledge: 'care.acknowledgeAsk',
  withdraw: 'care.withdrawAsk',
  assign: 'care.assignAsk',
  note: 'care.noteAsk',
} as const
const buttons = {
  acknowledge: 'care.acknowledge',
  withdraw: 'care.withdraw',
  assign: 'care.assign',
  note: 'ui.save',
} as const

type Props = { target: CareTarget; onClose: () => void; onDone: () => void }

/** Says of machines in trouble that they were seen, and why; who looks after them; or a note. */
export function CareDialog({
  target: { action, devices, count, note, assigneeId, isNew = false },
  onClose,
  onDone,
}: Props) {
  const utils = trpc.useUtils()
  const attend = trpc.devices.attend.useMutation({ meta: { silent: true } })
  const people = trpc.devices.assignees.useQuery(undefined, { enabled: action === 'assign', meta: { silent: true } })
  const form = useRecordForm({
    words: 'care',
    schema: useMemo(() => careForm(action === 'acknowledge'), [action]),
    values: { reason: '', note: note ?? '', assigneeId: assigneeId ?? null },
    send: ({ values }) =>
      attend.mutateAsync({
        selection: devices,
        ...(action === 'acknowledge' ? { acknowledged: true, reason: values.reason } : {}),
        ...(action === 'withdraw' ? { acknowledged: false } : {}),
        ...(action === 'assign' ? { assigneeId: values.assigneeId } : {}),
        ...(action === 'note' ? { note: values.note } : {}),
      }),
    refresh: () => utils.devices.invalidate(),
    onSaved: onDone,
    done: ({ changed, skipped }) => {
      const text = say(skipped > 0 ? 'care.doneSkipped' : 'care.done', {
        count: formatNumber(changed),
        skipped: formatNumber(skipped),
      })
      if (action !== 'acknowledge' || !isNew) return text
      const takeBack = () => utils.client.devices.attend.mutate({ selection: devices, acknowledged: false })
      return {
        text,
        action: undoBy(takeBack, () => Promise.all([utils.devices.invalidate(), utils.today.invalidate()])),
      }
    },
  })
  return (
    <FormDialog
      form={form}
      title={say(titles[action], { count: formatNumber(count) })}
      submit={{ label: say(buttons[action]) }}
      onClose={onClose}
    >
      {action === 'acknowledge' && <TextArea {...form.text('reason')} rows={3} data-autofocus />}
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
