import { ChannelChoice } from '#client/features/channels/channel-choice.tsx'
import { useClientChoices } from '#client/features/places/use-place-choices.ts'
import { say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { exportFormats } from '#shared/devices.ts'
import { roleOfLabel } from '#shared/roles.ts'
import {
  type ScheduledList,
  ScheduleForm as ScheduleFields,
  type ScheduleRow,
  scheduleContents,
  scheduledListNames,
  scheduledLists,
  sendWays,
} from '#shared/schedules.ts'
import { CalendarFields } from './calendar-fields.tsx'

type Props = { row: ScheduleRow | null; onClose: () => void }

function valuesOf(row: ScheduleRow | null, companyId: number) {
  return {
    ...{
      name: row?.name ?? '',
      content: row?.content ?? ('list' as const),
      list: row?.list ?? ('devices' as ScheduledList | null),
      viewId: row?.viewId ?? null,
    },
    ...{
      format: row?.format ?? ('xlsx' as const),
      clientId: row?.clientId ?? null,
      channelIds: row?.channelIds ?? [],
      sendAs: row?.sendAs ?? ('file' as const),
    },
    ...{
      every: row?.every ?? ('month' as const),
      weekdays: row?.weekdays ?? [1],
      monthDay: String(row?.monthDay ?? 1),
      time: row?.time ?? '08:00',
    },
    companyId: row?.companyId ?? companyId,
  }
}
type Values = ReturnType<typeof valuesOf>

/** Return the request of a form, without values that do not apply to its content and period. */
export function requestOf({
  content,
  list,
  viewId,
  format,
  clientId,
  channelIds,
  sendAs,
  every,
  weekdays,
  monthDay,
  companyId: _,
  ...values
}: Values) {
  const toEach = content === 'statement' && clientId === null
  return {
    ...{ ...values, content, channelIds: toEach ? [] : channelIds, sendAs, every },
    ...(content === 'list' ? { list: list ?? undefined, viewId: viewId ?? undefined, format } : {}),
    ...(content === 'statement' ? { clientId: clientId ?? undefined } : {}),
    ...(every === 'week' ? { weekdays } : {}),
    ...(every === 'month' ? { monthDay: monthDay as unknown as number } : {}),
  }
}

/** The values of the form, and how they are sent. */
function useScheduleForm({ row, onClose }: Props) {
  const { companyId, nickName } = useSession()
  const utils = trpc.useUtils()
  const save = trpc.schedules.save.useMutation({ meta: { silent: true } })
  const isClient = roleOfLabel(nickName) === 'client'
  return useRecordForm({
    words: 'schedules',
    schema: ScheduleFields,
    values: valuesOf(row, companyId),
    row,
    send: ({ values, row: stored }) => {
      const named = stored
        ? {
            id: stored.id,
            rowVersion: stored.rowVersion,
            ...(stored.filters ? { filters: stored.filters as never } : {}),
          }
        : {}
      return save.mutateAsync({
        ...requestOf(values),
        ...named,
        ...(stored || isClient ? {} : { companyId: values.companyId }),
      })
    },
    refresh: () => utils.schedules.invalidate(),
    onSaved: onClose,
  })
}
type Form = ReturnType<typeof useScheduleForm>

/** Add or change a schedule; the form shows the next runs. */
export function ScheduleForm({ row, onClose }: Props) {
  const isClient = roleOfLabel(useSession().nickName) === 'client'
  const form = useScheduleForm({ row, onClose })
  const { content, clientId, channelIds } = form.values
  const clients = useClientChoices(form.values.companyId)
  const toEach = content === 'statement' && clientId === null && !isClient
  return (
    <FormDialog form={form} title={say(row ? 'schedules.editTitle' : 'schedules.add')} size="md" wide onClose={onClose}>
      <TextField {...form.text('name')} data-autofocus />
      <Select
        {...form.choice('content')}
        options={scheduleContents.map((value) => ({ value, label: say(`schedules.content.${value}`) }))}
        onChange={(next) => next !== null && form.change({ content: next })}
      />
      {row === null && !isClient && (
        <BaseChoice
          {...form.choice('companyId')}
          onChange={(base) => form.change({ companyId: base, clientId: null })}
        />
      )}
      {content === 'list' && <ListFields form={form} />}
      {content === 'statement' && !isClient && <ClientField form={form} clients={clients} client={row?.client} />}
      {!toEach && (
        <ChannelChoice
          label={say('schedules.channelIds')}
          required
          value={channelIds}
          onChange={(ids) => form.change({ channelIds: ids })}
          when={(channel) =>
            isClient || channel.clientId === null || (content === 'statement' && channel.clientId === clientId)
          }
          error={form.choice('channelIds').error}
          none={say('schedules.noChannels')}
        />
      )}
      {content !== 'digest' && (
        <Select
          {...form.choice('sendAs')}
          options={sendWays.map((value) => ({ value, label: say(`schedules.sendAs.${value}`) }))}
          onChange={(next) => next !== null && form.change({ sendAs: next })}
          className="sm:col-span-2"
        />
      )}
      <CalendarFields form={form} />
      <p className="text-muted sm:col-span-2">{say('schedules.owner')}</p>
    </FormDialog>
  )
}

/** The list to send, its format and one of its saved views. */
function ListFields({ form }: { form: Form }) {
  const { list } = form.values
  const screen = list && scheduledLists[list]
  const views = trpc.views.find.useQuery({ screen: screen ?? 'devices' }, { enabled: screen !== null })
  return (
    <>
      <Select
        {...form.choice('list')}
        label={say('schedules.whichList')}
        required
        options={scheduledListNames.map((value) => ({ value, label: say(`schedules.list.${value}`) }))}
        onChange={(next) => form.change({ list: next, viewId: null })}
      />
      <Select
        {...form.choice('format')}
        options={exportFormats.map((value) => ({ value, label: value }))}
        onChange={(next) => next !== null && form.change({ format: next })}
      />
      {screen !== null && (
        <Select
          {...form.choice('viewId')}
          options={(views.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          emptyLabel={say('schedules.noView')}
          onChange={(next) => form.change({ viewId: next })}
        />
      )}
    </>
  )
}

type ClientProps = { form: Form; clients: ReturnType<typeof useClientChoices>; client: string | null | undefined }

/** The client whose statement is sent; none = the statement of each client. */
const ClientField = ({ form, clients, client }: ClientProps) => (
  <Combobox
    {...form.choice('clientId')}
    options={clients.options}
    loading={clients.loading}
    onSearch={clients.search}
    chosenLabel={client ?? undefined}
    placeholder={say('schedules.eachClient')}
    onChange={(next) => form.change({ clientId: next, channelIds: [] })}
    className="sm:col-span-2"
  />
)
