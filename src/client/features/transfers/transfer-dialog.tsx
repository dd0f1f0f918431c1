import { useMemo, useState } from 'react'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { FormDialog } from '#client/ui/form/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { addDays, businessDay } from '#shared/dates.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'
import { type TransferAnswer, transferDays } from '#shared/transfers.ts'
import { TransferPreview } from './transfer-preview.tsx'

/** What becomes of a place that can also be taken away: it stays, there is none any more, or another one is chosen. */
type Choice = 'stays' | 'none' | 'other'
type Draft = { siteId: number | null; client: Choice; clientId: number | null; accountId: number | null; date: string; reason: string; leaveScrapped: boolean }
const none: readonly never[] = []
const longestReason = 500

type Props = { devices: DeviceSelection; count: number; onClose: () => void; onDone: () => void }

/** Gives machines to another client, sub-account or site from a day on: what that changes is shown first, and is done only as it was shown. */
export function TransferDialog({ devices, count, onClose, onDone }: Props) {
  const { timeZone } = useSession()
  const utils = trpc.useUtils()
  const today = businessDay(new Date(), timeZone)
  const [first] = useState<Draft>({ siteId: null, client: 'stays', clientId: null, accountId: null, date: today, reason: '', leaveScrapped: false })
  const [draft, setDraft] = useState(first)
  const [preview, setPreview] = useState<TransferAnswer | null>(null)
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const accounts = useAccountChoices(draft.clientId ?? undefined)
  const transfer = trpc.transfers.save.useMutation({ meta: { silent: true } })
  const undo = trpc.feeds.undo.useMutation({
    onSuccess: ({ undone, total }) => toastSuccess(say('transferDialog.undone', { undone: formatNumber(undone), total: formatNumber(total) })),
    onSettled: () => utils.invalidate(),
  })
  const to = useMemo(
    () => ({
      siteId: draft.siteId ?? undefined,
      clientId: draft.client === 'none' ? 0 : draft.client === 'other' ? (draft.clientId ?? undefined) : undefined,
      accountId: draft.accountId ?? undefined,
    }),
    [draft],
  )
  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    // A reason changes nothing that is shown.
    if (!('reason' in patch)) setPreview(null)
    transfer.reset()
  }
  const named = Object.values(to).some((id) => id !== undefined) && (draft.client !== 'other' || draft.clientId !== null)
  const ready = named && draft.reason.trim() !== '' && draft.date !== ''
  const selection = 'ids' in devices ? { ids: devices.ids } : { filters: devices.filters, expected: devices.expected }
  const request = { selection, to, date: draft.date, reason: draft.reason, leaveScrapped: draft.leaveScrapped }
  const submit = async () => {
    if (!ready) return
    if (!preview) {
      setPreview(await transfer.mutateAsync({ ...request, dryRun: true }).catch(() => null))
      return
    }
    const done = await transfer.mutateAsync(request).catch(() => null)
    if (!done) return
    const { batchId, moved } = done
    if (batchId === null) return setPreview(done)
    toastSuccess(say('transferDialog.done', { count: formatNumber(moved), date: done.date, batch: batchId }), {
      label: say('transferDialog.undo'),
      act: () => undo.mutate({ id: batchId }),
    })
    onDone()
    await utils.invalidate()
  }
  const dirty = JSON.stringify(draft) !== JSON.stringify(first)
  const scrapped = preview?.refused.some(({ reason }) => reason === 'scrapped') ?? false
  return (
    <FormDialog
      form={{ busy: transfer.isPending, dirty, submit, error: transfer.error, names: none, problem: null, conflict: null, attempts: 0 }}
      size={preview ? 'lg' : 'md'}
      title={say('transferDialog.title', { count: formatNumber(count) })}
      submit={{
        label: preview ? say('transferDialog.submit', { count: formatNumber(preview.moved) }) : say('transferDialog.preview'),
        disabled: !ready || (preview !== null && preview.obstacle !== null),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Combobox
          label={say('transferDialog.site')}
          value={draft.siteId}
          options={sites.options}
          loading={sites.loading}
          {...(sites.search ? { onSearch: sites.search } : {})}
          placeholder={say('transferDialog.stays')}
          onChange={(siteId) => change({ siteId })}
        />
        <Select
          label={say('transferDialog.owner')}
          value={draft.client}
          options={(['stays', 'other', 'none'] as const).map((value) => ({ value, label: say(`transferDialog.client.${value}`) }))}
          onChange={(client) => client && change({ client, clientId: null, accountId: null })}
        />
        {draft.client !== 'none' && (
          <>
            {draft.client === 'other' && (
              <Combobox
                label={say('place.client')}
                required
                value={draft.clientId}
                options={clients.options}
                loading={clients.loading}
                {...(clients.search ? { onSearch: clients.search } : {})}
                onChange={(clientId) => change({ clientId, accountId: null })}
              />
            )}
            <Combobox
              label={say('place.account')}
              value={draft.accountId}
              options={accounts.options}
              loading={accounts.loading}
              {...(accounts.search ? { onSearch: accounts.search } : {})}
              placeholder={say(draft.client === 'other' ? 'transferDialog.noAccount' : 'transferDialog.stays')}
              onChange={(accountId) => change({ accountId })}
            />
          </>
        )}
        <DateField
          label={say('transferDialog.date')}
          help={say('transferDialog.date.help', { days: transferDays })}
          required
          value={draft.date}
          min={addDays(today, -transferDays)}
          max={today}
          onChange={(date) => change({ date })}
        />
      </div>
      <TextArea
        label={say('transferDialog.reason')}
        required
        rows={2}
        maxLength={longestReason}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
      {(scrapped || draft.leaveScrapped) && (
        <label className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-(--accent-fill)"
            checked={draft.leaveScrapped}
            onChange={(event) => change({ leaveScrapped: event.target.checked })}
          />
          {say('transferDialog.leaveScrapped')}
        </label>
      )}
      {preview && <TransferPreview answer={preview} />}
    </FormDialog>
  )
}
