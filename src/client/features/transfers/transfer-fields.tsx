import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
import { say } from '#client/i18n.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { DateField } from '#client/ui/date-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { addDays, type Day } from '#shared/dates.ts'
import { factsOf } from '#shared/schema-facts.ts'
import { TransferReason, transferDays } from '#shared/transfers.ts'

/** What becomes of a place that can also be taken away: it stays, there is none any more, or another one is chosen. */
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

/** Where the machines of a draft go; 0 = they have no client any more, undefined = as it is. */
export const targetOf = ({ siteId, client, clientId, accountId }: TransferDraft) => ({
  siteId: siteId ?? undefined,
  clientId: client === 'none' ? 0 : client === 'other' ? (clientId ?? undefined) : undefined,
  accountId: accountId ?? undefined,
})

type Change = (patch: Partial<TransferDraft>) => void
/** What is missing of a draft that was sent; null = nothing, or it was not sent yet. */
type Missing = { target: boolean } | null
type Props = { draft: TransferDraft; change: Change; missing: Missing }

/** Where machines go, from which day on, and why. `asksScrapped` = among them are scrapped ones, which can be left behind. */
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

/** The client and the sub-account that machines come to. */
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
