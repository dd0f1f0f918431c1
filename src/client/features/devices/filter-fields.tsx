import { ListChecks } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { useAccountChoices, useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { say, useWord } from '#client/i18n.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Combobox } from '#client/ui/combobox.tsx'
import { chipOf, type FilterChip, nameIn } from '#client/ui/list/filter-chips.tsx'
import { Select } from '#client/ui/select.tsx'
import { serialsOf } from '#shared/serial-lists.ts'
import type { ViewFilters } from './device-view.ts'
import { useTypeChoices } from './use-machine-types.ts'

export type FilterFieldsProps = { filters: ViewFilters; onChange: (filters: ViewFilters) => void }

/** The filters for owner, site and type. */
export function OwnerFields({ filters, onChange }: FilterFieldsProps) {
  const say = useWord()
  const clients = useClientChoices()
  const accounts = useAccountChoices(filters.clientId)
  const sites = useSiteChoices()
  const types = useTypeChoices()
  const set = (patch: ViewFilters) => onChange({ ...filters, ...patch })
  const unlimited = say('fleet.unlimited')
  const unnamed = (id: number | undefined) => (id === undefined ? undefined : `#${id}`)
  return (
    <>
      <Combobox
        label={say('place.client')}
        value={filters.clientId ?? null}
        options={clients.options}
        loading={clients.loading}
        onSearch={clients.search}
        chosenLabel={unnamed(filters.clientId)}
        placeholder={unlimited}
        // An account of another client would match nothing.
        onChange={(clientId) => set({ clientId: clientId ?? undefined, accountId: undefined })}
      />
      <Combobox
        label={say('place.account')}
        value={filters.accountId ?? null}
        options={accounts.options}
        loading={accounts.loading}
        onSearch={accounts.search}
        chosenLabel={unnamed(filters.accountId)}
        placeholder={unlimited}
        onChange={(accountId) => set({ accountId: accountId ?? undefined })}
      />
      <Combobox
        label={say('place.site')}
        value={filters.siteId ?? null}
        options={sites.options}
        loading={sites.loading}
        onSearch={sites.search}
        chosenLabel={unnamed(filters.siteId)}
        placeholder={unlimited}
        onChange={(siteId) => set({ siteId: siteId ?? undefined })}
      />
      <Select
        label={say('device.column.type')}
        value={filters.type ?? null}
        emptyLabel={unlimited}
        options={types}
        onChange={(type) => set({ type: type ?? undefined })}
      />
    </>
  )
}

/** The further props of the serial field: several serials, pasted or entered by its button, are a list. */
export const serialInput = (onList: (pasted: string) => void) => ({
  placeholder: say('fleet.serialHint'),
  spellCheck: false,
  trailing: (
    <IconButton
      size="sm"
      label={say('fleet.serialList')}
      icon={<ListChecks aria-hidden className="size-4" />}
      onClick={() => onList('')}
    />
  ),
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (serialsOf(pasted).length < 2) return
    event.preventDefault()
    onList(pasted)
  },
})

/** Return the chips for owner, site and type. */
export function useOwnerChips({ filters, onChange }: FilterFieldsProps): FilterChip[] {
  const say = useWord()
  const { clientId, accountId, siteId, type } = filters
  const [clients, accounts, sites] = [useClientChoices(), useAccountChoices(clientId), useSiteChoices()]
  const set = (patch: ViewFilters) => onChange({ ...filters, ...patch })
  return [
    ...chipOf('clientId', say('place.client'), nameIn(clients.options, clientId), () =>
      set({ clientId: undefined, accountId: undefined }),
    ),
    ...chipOf('accountId', say('place.account'), nameIn(accounts.options, accountId), () =>
      set({ accountId: undefined }),
    ),
    ...chipOf('siteId', say('place.site'), nameIn(sites.options, siteId), () => set({ siteId: undefined })),
    ...chipOf('type', say('device.column.type'), type, () => set({ type: undefined })),
  ]
}
