import { useMemo } from 'react'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { ReasonField } from '#client/ui/form/reason-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { doneTo, undoBy } from '#client/undo.ts'
import { type AlertRow, AlertSilenceForm, alertAnswerForm } from '#shared/alerts.ts'

type Props = { alert: Pick<AlertRow, 'id' | 'rowVersion'>; onClose: () => void }
const minutesAnHour = 60
const hours = ['1', '4', '12', '24', '72'] as const

/** Return the most frequent reasons to acknowledge or silence an event. */
const usualReasons = () =>
  (['planned', 'onSite', 'reported', 'false'] as const).map((reason) => say(`alerts.usual.${reason}`))

/** `name` = kind and place of the event, as the toast names it. */
type AnswerProps = Props & { acknowledged: boolean; name: string; onDone?: () => void }

/** Acknowledge an event with a reason, so that nobody else is notified; or undo that. */
export function AcknowledgeDialog({
  alert: { id, rowVersion },
  acknowledged,
  name,
  onClose,
  onDone = onClose,
}: AnswerProps) {
  const utils = trpc.useUtils()
  const acknowledge = trpc.alerts.acknowledge.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'alerts',
    schema: useMemo(() => alertAnswerForm(acknowledged), [acknowledged]),
    values: { reason: '' },
    send: ({ values: { reason } }) =>
      acknowledge.mutateAsync({ id, rowVersion, acknowledged, ...(acknowledged ? { reason } : {}) }),
    refresh: () => utils.alerts.invalidate(),
    onSaved: onDone,
    done: (saved) => {
      if (!acknowledged) return doneTo(say('alerts.withdrawn'), name)
      const text = doneTo(say('alerts.acknowledgedNow'), name)
      const action = undoBy(
        () => utils.client.alerts.acknowledge.mutate({ id, rowVersion: saved.rowVersion, acknowledged: false }),
        () => Promise.all([utils.alerts.invalidate(), utils.today.invalidate()]),
        text,
      )
      return { text, action }
    },
  })
  return (
    <FormDialog
      form={form}
      title={say(acknowledged ? 'alerts.acknowledgeTitle' : 'alerts.withdraw')}
      submit={{ label: say(acknowledged ? 'alerts.acknowledge' : 'alerts.withdraw') }}
      onClose={onClose}
    >
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-muted">{say(acknowledged ? 'alerts.acknowledgeHelp' : 'alerts.withdrawAsk')}</p>
      </div>
      {acknowledged && <ReasonField {...form.text('reason')} usual={usualReasons()} data-autofocus />}
    </FormDialog>
  )
}

/** Silence the place of an event from now on. */
export function SilenceDialog({ alert: { id }, onClose }: Props) {
  const utils = trpc.useUtils()
  const silence = trpc.alerts.silence.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'alerts',
    schema: AlertSilenceForm,
    values: { minutes: String(4 * minutesAnHour), reason: '', excused: false },
    send: ({ values: { minutes, reason, excused } }) =>
      silence.mutateAsync({ id, minutes: Number(minutes), reason, excused }),
    refresh: () => Promise.all([utils.alerts.invalidate(), utils.silences.invalidate()]),
    onSaved: onClose,
    done: () => say('alerts.silenced'),
  })
  const { excused, minutes } = form.values
  return (
    <FormDialog
      form={form}
      title={say('alerts.silenceTitle')}
      submit={{ label: say('alerts.silenceHere') }}
      onClose={onClose}
    >
      <p className="text-muted">{say('alerts.silenceHelp')}</p>
      <Select
        label={say('alerts.minutes')}
        value={minutes}
        options={hours.map((hour) => ({
          value: String(Number(hour) * minutesAnHour),
          label: say(`alerts.hours.${hour}`),
        }))}
        onChange={(next) => next !== null && form.change({ minutes: next })}
      />
      <ReasonField {...form.text('reason')} usual={usualReasons()} data-autofocus />
      <label className="flex min-h-8 items-center gap-2">
        <input type="checkbox" checked={excused} onChange={(event) => form.change({ excused: event.target.checked })} />
        {say('alerts.excused')}
      </label>
    </FormDialog>
  )
}
