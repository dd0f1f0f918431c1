import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { say } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { addDays, type Day } from '#shared/dates.ts'
import { factsOf } from '#shared/schema-facts.ts'
import { TransferReason, transferDays } from '#shared/transfers.ts'

/** The change of the client, which can also be removed: keep it, remove it, or choose another one. */
type Choice = 'stays' | 'none' | 'other'
export type TransferDraft = {
  siteId: number | null
  client: Choice
  clientId: number | null
  accountId: number | null
  date: string
  reason: string
  leaveScrapped: boolean
}
export const newDraft = (today: Day): TransferDraft => ({
  ...{ siteId: null, client: 'stays', clientId: null, accountId: null, date: today, reason: '', leaveScrapped: false },
})

/** The target of a draft; 0 = remove the client, undefined = no change. */
export const targetOf = ({ siteId, client, clientId, accountId }: TransferDraft) => ({
  siteId: siteId ?? undefined,
  clientId: client === 'none' ? 0 : client === 'other' ? (clientId ?? undefined) : undefined,
  accountId: accountId ?? undefined,
})

type Change = (patch: Partial<TransferDraft>) => void
/** Missing values of a submitted draft; null = none, or not submitted yet. */
type Missing = { target: boolean } | null
type Props = { draft: TransferDraft; change: Change; missing: Missing }

/** Target, first day and reason of a transfer. `asksScrapped` = some machines are scrapped and can be left out. */
export function TransferFields({
  draft,
  today,
  asksScrapped,
  change,
  missing,
}: Props & { today: Day; asksScrapped: boolean }) {
  const sites = useSiteChoices()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Combobox
          label={say('transferDialog.site')}
          error={missing?.target && draft.client !== 'other' ? say('transferDialog.nowhere') : null}
          value={draft.siteId}
          options={sites.options}
          loading={sites.loading}
          {...(sites.search ? { onSearch: sites.search } : {})}
          placeholder={say('transferDialog.stays')}
          onChange={(siteId) => change({ siteId })}
        />
        <OwnerFields draft={draft} change={change} missing={missing} />
        <DateField
          label={say('transferDialog.date')}
          help={say('transferDialog.date.help', { days: transferDays })}
          required
          error={missing && draft.date === '' ? say('transferDialog.date.missing') : null}
          value={draft.date}
          min={addDays(today, -transferDays)}
          max={today}
          onChange={(date) => change({ date })}
        />
      </div>
      <TextArea
        label={say('transferDialog.reason')}
        {...factsOf(TransferReason, '')}
        rows={2}
        error={missing && draft.reason.trim() === '' ? say('transferDialog.reason.missing') : null}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
      />
      {asksScrapped && (
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
    </>
  )
}

/** The new client and sub-account of the machines. */
function OwnerFields({ draft, change, missing }: Props) {
  const clients = useClientChoices()
  const accounts = useAccountChoices(draft.clientId ?? undefined)
  return (
    <>
      <Select
        label={say('transferDialog.owner')}
        value={draft.client}
        options={(['stays', 'other', 'none'] as const).map((value) => ({
          value,
          label: say(`transferDialog.client.${value}`),
        }))}
        onChange={(client) => client && change({ client, clientId: null, accountId: null })}
      />
      {draft.client !== 'none' && (
        <>
          {draft.client === 'other' && (
            <Combobox
              label={say('place.client')}
              required
              error={missing && draft.clientId === null ? say('transferDialog.client.missing') : null}
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
    </>
  )
}
