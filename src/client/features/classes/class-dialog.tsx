import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { DateTimeField, toField } from '#client/ui/date-time-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { type ClassDetail, ClassForm, type ClassType, classTypes, longestMeeting } from '#shared/classes.ts'

const whole = 'sm:col-span-2'
const latest = '2999-12-31 23:59'
type Props = { session: ClassDetail | null; onClose: () => void; onSaved: (saved: ClassDetail) => void }

/** Add or change a session. */
export function ClassDialog({ session, onClose, onSaved }: Props) {
  const utils = trpc.useUtils()
  const save = trpc.classes.save.useMutation({ meta: { silent: true } })
  const update = trpc.classes.update.useMutation({ meta: { silent: true } })
  const form = useRecordForm({
    words: 'class',
    schema: ClassForm,
    values: {
      name: session?.name ?? '',
      type: (session?.type ?? '录播') as ClassType,
      start: toField(session?.dateRange[0]),
      end: toField(session?.dateRange[1]),
      meetInfo: session?.meetInfo ?? '',
      guidance: session?.guidance ?? '',
      speechText: session?.speechText ?? '',
    },
    row: session,
    edited: {
      read: () => utils.classes.get.fetch({ id: session?.id ?? 0 }, { staleTime: 0 }),
      fields: {
        ...{ name: true, meetInfo: true, guidance: true, speechText: true },
        type: ({ type }) => say(`class.type.${type}`),
        dateRange: ({ dateRange }) => dateRange.join(' – '),
      },
    },
    send: ({ values: { start, end, ...values }, changed: { start: newStart, end: newEnd, ...changed }, row }) => {
      const dateRange: [string, string] = [start, end]
      if (row === null) return save.mutateAsync({ ...values, dateRange })
      const isMoved = newStart !== undefined || newEnd !== undefined
      return update.mutateAsync({
        ...changed,
        ...(isMoved ? { dateRange } : {}),
        id: row.id,
        rowVersion: row.rowVersion,
      })
    },
    refresh: () => utils.classes.invalidate(),
    onSaved: (saved) => {
      utils.classes.get.setData({ id: saved.id }, saved)
      onSaved(saved)
    },
  })
  return (
    <FormDialog form={form} title={say(session ? 'class.edit' : 'class.add')} size="md" wide onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
      <Select
        {...form.choice('type')}
        required={false}
        options={classTypes.map((type) => ({ value: type, label: say(`class.type.${type}`) }))}
        onChange={(type) => type && form.change({ type })}
      />
      <DateTimeField {...form.text('start')} max={latest} />
      <DateTimeField {...form.text('end')} max={latest} />
      <TextField {...form.text('meetInfo')} maxLength={longestMeeting} className={whole} />
      <TextArea {...form.text('guidance')} rows={3} className={whole} />
      <TextArea {...form.text('speechText')} rows={6} className={whole} />
    </FormDialog>
  )
}
