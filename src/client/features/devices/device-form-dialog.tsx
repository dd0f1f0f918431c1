import { useState } from 'react'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type RecordForm, useRecordForm } from '#client/ui/form/use-record-form.tsx'
import type { Told } from '#client/ui/form/use-submit.ts'
import { Select } from '#client/ui/select.tsx'
import { DeviceForm } from '#shared/device-form.ts'
import type { DeviceRow } from '#shared/devices.ts'
import type { FeedResult } from '#shared/feed.ts'
import { undoOfBatch } from './applied-feed.ts'
import { DeviceFactFields } from './device-fact-fields.tsx'
import { type DeviceValues, lineOf, valuesOf } from './device-line.ts'
import { useTypeChoices } from './use-machine-types.ts'

/** Return the toast after saving, with an undo action. */
function toldOf(sent: Sent, utils: ReturnType<typeof trpc.useUtils>, onShow: Props['onShow']): Told {
  if ('refusal' in sent || refusalOf(sent) !== null) return null
  const { created, updated, batchId } = sent.answer
  const text = say(created > 0 ? 'deviceForm.added' : updated > 0 ? 'deviceForm.changed' : 'deviceForm.unchanged', {
    serial: sent.serial,
  })
  if (batchId === null || created + updated === 0) return text
  const show = created > 0 && onShow ? { label: say('ui.show'), act: () => onShow(sent.serial) } : undefined
  return { text, action: undoOfBatch(batchId, utils), show }
}

type Props = {
  /** The machine to change; null = a new one. */
  device: DeviceRow | null
  /** Show a new machine in the list. */
  onShow?: (serial: string) => void
  onClose: () => void
}

/** The result of the line: the response to the feed, or why it was not sent. */
type Sent = { answer: FeedResult; serial: string } | { refusal: string }
const refusalOf = (sent: Sent): string | null =>
  'refusal' in sent ? sent.refusal : (sent.answer.errors[0]?.text ?? null)

/**
 * Add a machine, or change its type, its owner and its facts: by one line of a feed without measurements, under the
 * rules of every feed.
 */
export function DeviceFormDialog({ device, onShow, onClose }: Props) {
  const utils = trpc.useUtils()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const types = useTypeChoices({ standing: true, own: device?.type ?? null })
  const [refused, setRefused] = useState<string | null>(null)
  const feed = trpc.feeds.update.useMutation({ meta: { silent: true } })
  const values = valuesOf(device)
  const form: RecordForm<DeviceValues, never> = useRecordForm<'deviceForm', DeviceValues, never, Sent>({
    words: 'deviceForm',
    schema: DeviceForm,
    values,
    send: async ({ values: now, changed }) => {
      const name = (
        id: number | null,
        choices: { rowOf: (id: number) => { name: string } | undefined },
        stored: string | null | undefined,
        own: number | null,
      ) => (id === null ? undefined : id === own ? (stored ?? undefined) : choices.rowOf(id)?.name)
      const line = lineOf(device, now, changed, {
        site: name(now.siteId, sites, device?.site, values.siteId),
        client: name(now.clientId, clients, device?.client, values.clientId),
        account: name(now.accountId, accounts, device?.account, values.accountId),
      })
      if (device === null) {
        // A line with a known serial would change that machine instead of adding one.
        const { data } = await utils.devices.find.fetch({ serial: line.serial, size: 100 })
        if (data.some((known) => known.serial.toUpperCase() === line.serial.toUpperCase()))
          return { refusal: say('deviceForm.known', { serial: line.serial }) }
      }
      return {
        serial: line.serial,
        answer: await feed.mutateAsync({ devices: [line], confirm: ['new-machines', 'owners'] }),
      }
    },
    refresh: () => Promise.all([utils.devices.invalidate(), utils.charts.invalidate(), utils.feeds.invalidate()]),
    onSaved: (sent) => {
      const refusal = refusalOf(sent)
      setRefused(refusal)
      if (refusal === null) onClose()
    },
    done: (sent) => toldOf(sent, utils, onShow),
  })
  const accounts = useAccountChoices(form.values.clientId ?? undefined)
  const named = (id: number | null, own: number | null, name: string | null | undefined) =>
    id !== null && id === own ? (name ?? undefined) : undefined
  return (
    <FormDialog
      form={form}
      size="md"
      wide
      title={device ? say('deviceForm.edit', { serial: device.serial }) : say('deviceForm.add')}
      onClose={onClose}
    >
      {device === null && (
        <TextField
          {...form.text('serial')}
          className="sm:col-span-2"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
        />
      )}
      <Select {...form.choice('type')} options={types} />
      <Combobox
        {...form.choice('siteId')}
        options={sites.options}
        loading={sites.loading}
        {...(sites.search ? { onSearch: sites.search } : {})}
        chosenLabel={named(form.values.siteId, values.siteId, device?.site)}
        clearable={false}
      />
      <Combobox
        {...form.choice('clientId')}
        options={clients.options}
        loading={clients.loading}
        {...(clients.search ? { onSearch: clients.search } : {})}
        chosenLabel={named(form.values.clientId, values.clientId, device?.client)}
        // A machine with an owner can get another one, but not none: a feed cannot remove an owner either.
        clearable={device === null}
        // The server would refuse an account of another client.
        onChange={(clientId) => form.change({ clientId, accountId: null })}
      />
      <Combobox
        {...form.choice('accountId')}
        options={accounts.options}
        loading={accounts.loading}
        {...(accounts.search ? { onSearch: accounts.search } : {})}
        chosenLabel={named(form.values.accountId, values.accountId, device?.account)}
        clearable={device === null}
      />
      <DeviceFactFields form={form} />
      <p className="text-muted sm:col-span-2">{say('deviceForm.asFeed')}</p>
      {refused !== null && (
        <p role="alert" className="text-danger sm:col-span-2">
          {refused}
        </p>
      )}
    </FormDialog>
  )
}
