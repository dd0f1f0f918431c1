import { useState } from 'react'
import { useClientChoices } from '#client/features/places/use-place-choices.ts'
import { say, sayTitle, language as screenLanguage } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { BaseChoice } from '#client/ui/form/base-choice.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.tsx'
import { Select } from '#client/ui/select.tsx'
import { doneTo } from '#client/undo.ts'
import {
  type ChannelKind,
  type ChannelRow,
  ChannelSave,
  type channelFields,
  channelKinds,
  requiredAddress,
  requiredRecipients,
  type SavedChannel,
  severities,
} from '#shared/channels.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { showTrial } from './trial-result.tsx'

type Props = { row: ChannelRow | null; onClose: () => void; onSecret: (secret: string) => void }
type Field = Exclude<keyof typeof channelFields, 'name'>

const choices = <Value extends string>(field: Field, values: readonly Value[]) =>
  values.map((value) => ({ value, label: sayTitle(`channels.${field}.${value}`) }))

/** The required fields of a new channel: recipients for mail, an address for every other kind. */
const newByAddress = ChannelSave.extend({ address: requiredAddress('channelAddress') })
const newMail = ChannelSave.extend({ recipients: requiredRecipients })

/** Return the help about the secret, for the kinds with their own; WeCom and mail have no secret. */
const secretHelp = (kind: ChannelKind): string | undefined =>
  kind === 'webhook'
    ? say('channels.secretOf.webhook')
    : kind === 'dingtalk' || kind === 'feishu'
      ? say('channels.secretOf.robot')
      : undefined
const withKept = (help: string | undefined, row: ChannelRow | null): string =>
  [help, row && say('channels.keptEmpty')].filter(Boolean).join(' ')

/**
 * The values, the request and the toasts of the form. After adding a channel the toast offers a test, because the user
 * wants to know next whether it works.
 */
function useChannelForm({ row, onClose, onSecret }: Props) {
  const { companyId, nickName } = useSession()
  const utils = trpc.useUtils()
  const save = trpc.channels.save.useMutation({ meta: { silent: true } })
  const { mutateAsync: test } = trpc.channels.test.useMutation()
  const [isMail, setIsMail] = useState(row?.kind === 'mail')
  const isClient = roleOfLabel(nickName) === 'client'
  const form = useRecordForm({
    words: 'channels',
    schema: row ? ChannelSave : isMail ? newMail : newByAddress,
    values: {
      name: row?.name ?? '',
      kind: row?.kind ?? 'feishu',
      address: '',
      secret: '',
      recipients: row?.recipients ?? '',
      language: row?.language ?? screenLanguage,
      // By default, messages that need no immediate action wait for the digest in the morning.
      leastSeverity: row?.leastSeverity ?? 'notice',
      digestAt: row ? (row.digestAt ?? '') : '08:00',
      atOnceFrom: row ? row.atOnceFrom : 'critical',
      companyId: row?.companyId ?? companyId,
      clientId: row?.clientId ?? null,
    },
    row,
    send: async ({
      values: { companyId: base, clientId, ...values },
      row: stored,
    }): Promise<SavedChannel & { name: string }> => {
      // Without a digest no event needs to be sent before it.
      const sent = { ...values, atOnceFrom: values.digestAt === '' ? undefined : values.atOnceFrom }
      const place = isClient ? {} : { companyId: base, clientId: clientId ?? undefined }
      const saved = await save.mutateAsync(
        stored ? { ...sent, id: stored.id, rowVersion: stored.rowVersion } : { ...sent, ...place },
      )
      return { ...saved, name: values.name }
    },
    refresh: () => utils.channels.invalidate(),
    done: ({ id, name }) =>
      row
        ? doneTo(say('ui.updated'), name)
        : {
            text: doneTo(say('ui.created'), name),
            action: { label: say('channels.test'), act: () => showTrial(name, test({ id })) },
          },
    onSaved: ({ newSecret }) => (newSecret === null ? onClose() : onSecret(newSecret)),
  })
  const setKind = (kind: ChannelKind) => {
    setIsMail(kind === 'mail')
    form.change({ kind })
  }
  return { form, setKind }
}

/** Add or change a channel: kind, base and client cannot be changed. A generated secret is passed on and shown once. */
export function ChannelForm({ row, onClose, onSecret }: Props) {
  const { nickName } = useSession()
  const isClient = roleOfLabel(nickName) === 'client'
  const { form, setKind } = useChannelForm({ row, onClose, onSecret })
  const { text, choice, values } = form
  const clients = useClientChoices(values.companyId)
  return (
    <FormDialog form={form} title={say(row ? 'channels.editTitle' : 'channels.add')} size="md" wide onClose={onClose}>
      <TextField {...text('name')} data-autofocus />
      <Select
        {...choice('kind')}
        disabled={row !== null}
        options={choices('kind', channelKinds)}
        onChange={(kind) => kind !== null && setKind(kind)}
      />
      <AddressFields form={form} row={row} />
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
      {values.digestAt !== '' && (
        <Select
          {...choice('atOnceFrom')}
          options={choices('atOnceFrom', severities)}
          emptyLabel={say('channels.atOnceFrom.none')}
          onChange={(atOnceFrom) => form.change({ atOnceFrom })}
        />
      )}
      {row === null && !isClient && (
        <>
          <BaseChoice {...choice('companyId')} onChange={(base) => form.change({ companyId: base, clientId: null })} />
          <Combobox
            {...choice('clientId')}
            options={clients.options}
            loading={clients.loading}
            onSearch={clients.search}
          />
        </>
      )}
    </FormDialog>
  )
}

type FieldProps = { form: ReturnType<typeof useChannelForm>['form']; row: ChannelRow | null }

/** The recipients of mail, or the address with its secret. */
const AddressFields = ({ form: { text, values }, row }: FieldProps) =>
  values.kind === 'mail' ? (
    <TextField {...text('recipients')} required className="sm:col-span-2" />
  ) : (
    <>
      <TextField
        {...text('address')}
        help={withKept(text('address').help, row)}
        required={row === null}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="sm:col-span-2"
      />
      {values.kind !== 'wecom' && (
        <TextField
          {...text('secret')}
          help={withKept(secretHelp(values.kind), row)}
          autoComplete="off"
          spellCheck={false}
          className="sm:col-span-2"
        />
      )}
    </>
  )
