import { useState } from 'react'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { type RecordForm, useRecordForm } from '#client/ui/form/use-record-form.tsx'
import type { SavedToast } from '#client/ui/form/use-submit.ts'
import { Select } from '#client/ui/select.tsx'
import { DeviceForm } from '#shared/device-form.ts'
import type { DeviceRow } from '#shared/devices.ts'
import type { FeedResult } from '#shared/feed.ts'
import { undoOfBatch } from './applied-feed.ts'
import { DeviceFactFields } from './device-fact-fields.tsx'
import { type DeviceValues, lineOf, valuesOf } from './device-line.ts'
import { useTypeChoices } from './use-machine-types.ts'

/** Return the toast after saving, with an undo action. */
function toastOf(sent: Sent, utils: Utils, onShow: Props['onShow']): SavedToast {
  if ('refusal' in sent || refusalOf(sent) !== null) return null
  const { created, updated, batchId } = sent.answer
  const text = say(created > 0 ? 'deviceForm.added' : updated > 0 ? 'deviceForm.changed' : 'deviceForm.unchanged', {
    serial: sent.serial,
  })
  if (batchId === null || created + updated === 0) return text
  const show = created > 0 && onShow ? { label: say('ui.show'), act: () => onShow(sent.serial) } : undefined
  return { text, action: undoOfBatch(batchId, text, utils), show }
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

type Utils = ReturnType<typeof trpc.useUtils>
/** The owner that the device has before the change. */
type Stored = { id: number | null; name: string | null | undefined }

/** Return the name of a chosen owner, as a feed line names it. */
const nameToSend = (
  id: number | null,
  choices: { rowOf: (id: number) => { name: string } | undefined },
  stored: Stored,
): string | undefined =>
  id === null ? undefined : id === stored.id ? (stored.name ?? undefined) : choices.rowOf(id)?.name

/** Does a machine with this serial exist? */
async function isKnown(serial: string, utils: Utils): Promise<boolean> {
  const { data } = await utils.devices.find.fetch({ serial, size: 100 })
  return data.some((known) => known.serial.toUpperCase() === serial.toUpperCase())
}

/** The values of the form, the owners to choose from, and how the values are sent as a line of a feed. */
function useDeviceForm({ device, onShow, onClose }: Props) {
  const utils = trpc.useUtils()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const [refused, setRefused] = useState<string | null>(null)
  const feed = trpc.feeds.update.useMutation({ meta: { silent: true } })
  const values = valuesOf(device)
  const form: RecordForm<DeviceValues, never> = useRecordForm<'deviceForm', DeviceValues, never, Sent>({
    words: 'deviceForm',
    schema: DeviceForm,
    values,
    send: async ({ values: now, changed }) => {
      const line = lineOf(device, now, changed, {
        site: nameToSend(now.siteId, sites, { id: values.siteId, name: device?.site }),
        client: nameToSend(now.clientId, clients, { id: values.clientId, name: device?.client }),
        account: nameToSend(now.accountId, accounts, { id: values.accountId, name: device?.account }),
      })
      // A line with a known serial would change that machine instead of adding one.
      if (device === null && (await isKnown(line.serial, utils)))
        return { refusal: say('deviceForm.known', { serial: line.serial }) }
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
    done: (sent) => toastOf(sent, utils, onShow),
  })
  const accounts = useAccountChoices(form.values.clientId ?? undefined)
  return { form, values, refused, choices: { sites, clients, accounts } }
}

type PlaceProps = Pick<ReturnType<typeof useDeviceForm>, 'form' | 'values' | 'choices'> & Pick<Props, 'device'>

/** The site, the client and the sub-account of a machine. */
function PlaceFields({ form, device, values, choices: { sites, clients, accounts } }: PlaceProps) {
  const named = (id: number | null, own: number | null, name: string | null | undefined) =>
    id !== null && id === own ? (name ?? undefined) : undefined
  return (
    <>
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
    </>
  )
}

/**
 * Add a machine, or change its type, its owner and its facts: by one line of a feed without measurements, under the
 * rules of every feed.
 */
export function DeviceFormDialog({ device, onShow, onClose }: Props) {
  const { form, values, refused, choices } = useDeviceForm({ device, onShow, onClose })
  const types = useTypeChoices({ notRetired: true, own: device?.type ?? null })
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
      <PlaceFields form={form} device={device} values={values} choices={choices} />
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
