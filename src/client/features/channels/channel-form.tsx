import { useClientChoices } from '#client/features/places/use-choices.ts'
import { say, sayTitle } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { type ChannelRow, ChannelSave, type channelFields, channelKinds, type SavedChannel, severities } from '#shared/channels.ts'
import { roleOfLabel } from '#shared/permissions.ts'

type Props = { row: ChannelRow | null; onClose: () => void; onSecret: (secret: string) => void }
type Field = Exclude<keyof typeof channelFields, 'name'>

const choices = <Value extends string>(field: Field, values: readonly Value[]) =>
  values.map((value) => ({ value, label: sayTitle(`channels.${field}.${value}`) }))

/** Adds a channel, or changes one: kind, base and client stay as they are. A secret that was made for it is handed on to be shown once. */
export function ChannelForm({ row, onClose, onSecret }: Props) {
  const { companyId, nickName } = useSession()
  const utils = trpc.useUtils()
  const save = trpc.channels.save.useMutation({ meta: { silent: true } })
  const isClient = roleOfLabel(nickName) === 'client'
  const form = useRecordForm({
    words: 'channels',
    schema: ChannelSave,
    values: {
      name: row?.name ?? '',
      kind: row?.kind ?? 'feishu',
      address: '',
      secret: '',
      recipients: row?.recipients ?? '',
      language: row?.language ?? 'zh',
      leastSeverity: row?.leastSeverity ?? 'warning',
      digestAt: row?.digestAt ?? '',
      companyId: row?.companyId ?? companyId,
      clientId: row?.clientId ?? null,
    },
    row,
    send: ({ values: { companyId: base, clientId, ...values }, row: stored }): Promise<SavedChannel> =>
      save.mutateAsync(
        stored
          ? { ...values, id: stored.id, rowVersion: stored.rowVersion }
          : { ...values, ...(isClient ? {} : { companyId: base, clientId: clientId ?? undefined }) },
      ),
    refresh: () => utils.channels.invalidate(),
    onSaved: ({ newSecret }) => (newSecret === null ? onClose() : onSecret(newSecret)),
  })
  const { text, choice, values } = form
  const clients = useClientChoices(values.companyId)
  const isMail = values.kind === 'mail'
  return (
    <FormDialog form={form} title={say(row ? 'channels.editTitle' : 'channels.add')} size="md" wide onClose={onClose}>
      <TextField {...text('name')} data-autofocus />
      <Select {...choice('kind')} disabled={row !== null} options={choices('kind', channelKinds)} onChange={(kind) => kind !== null && form.change({ kind })} />
      {isMail ? (
        <TextField {...text('recipients')} required className="sm:col-span-2" />
      ) : (
        <>
          <TextField {...text('address')} required={row === null} inputMode="url" autoComplete="off" spellCheck={false} className="sm:col-span-2" />
          {values.kind !== 'wecom' && <TextField {...text('secret')} autoComplete="off" spellCheck={false} className="sm:col-span-2" />}
        </>
      )}
      <Select
        {...choice('language')}
        options={choices('language', ['zh', 'en'] as const)}
        onChange={(language) => language !== null && form.change({ language })}
      />
      <Select
        {...choice('leastSeverity')}
        options={choices('leastSeverity', severities)}
        onChange={(leastSeverity) => leastSeverity !== null && form.change({ leastSeverity })}
      />
      <TextField {...text('digestAt')} placeholder="08:00" />
      {row === null && !isClient && (
        <>
          <BaseChoice {...choice('companyId')} onChange={(base) => form.change({ companyId: base, clientId: null })} />
          <Combobox {...choice('clientId')} options={clients.options} loading={clients.loading} onSearch={clients.search} />
        </>
      )}
    </FormDialog>
  )
}
