import { useClientChoices, useSiteChoices } from '#client/features/places/use-place-choices.ts'
import { useWord } from '#client/i18n.ts'
import type { ListView } from '#client/ui/list/address-view.ts'
import { ChoiceFilter } from '#client/ui/list/choice-filter.tsx'
import { chipOf, nameIn } from '#client/ui/list/filter-chips.tsx'
import { FilterFrame } from '#client/ui/list/filter-frame.tsx'
import { Select } from '#client/ui/select.tsx'
import { conflictReasons, type ConflictFilters as Filters } from '#shared/feed-conflicts.ts'

type View = ListView<typeof Filters>
type Props = {
  view: View
  busy: boolean
  onChange: (patch: Partial<View>, way?: { replace: boolean }) => void
  onRefetch: () => void
}

type Places = { sites: ReturnType<typeof useSiteChoices>; clients: ReturnType<typeof useClientChoices> }

/** Filters of conflicts; open conflicts by default. */
export function ConflictFilters({ view, busy, onChange, onRefetch }: Props) {
  const say = useWord()
  const places = { sites: useSiteChoices(), clients: useClientChoices() }
  const chips = useConflictChips(view, places, onChange)
  return (
    <FilterFrame
      search={{
        label: say('feedScreen.serial'),
        applied: view.serial,
        onSearch: (next, way) => onChange({ serial: next }, way),
      }}
      fields={<ConflictFields view={view} places={places} onChange={onChange} />}
      chips={chips}
      busy={busy}
      onRefetch={onRefetch}
      onClean={() =>
        onChange({ reason: undefined, siteId: undefined, clientId: undefined, serial: undefined, resolved: undefined })
      }
    />
  )
}

/** The chips of the active filters, each of which clears its filter. */
function useConflictChips(
  { resolved, reason, siteId, clientId }: View,
  { sites, clients }: Places,
  onChange: Props['onChange'],
) {
  const say = useWord()
  return [
    ...chipOf('resolved', say('conflict.status'), resolved && say('conflict.decided'), () =>
      onChange({ resolved: undefined }),
    ),
    ...chipOf('reason', say('feedScreen.reason'), reason && say(`feed.reason.${reason}`), () =>
      onChange({ reason: undefined }),
    ),
    ...chipOf('siteId', say('feedScreen.site'), nameIn(sites.options, siteId), () => onChange({ siteId: undefined })),
    ...chipOf('clientId', say('conflict.client'), nameIn(clients.options, clientId), () =>
      onChange({ clientId: undefined }),
    ),
  ]
}

/** The filters that apply at once: state, reason, site and client. */
function ConflictFields({
  view: { resolved, reason, siteId, clientId },
  places: { sites, clients },
  onChange,
}: Pick<Props, 'view' | 'onChange'> & { places: Places }) {
  const say = useWord()
  return (
    <>
      <Select
        label={say('conflict.status')}
        value={resolved ?? null}
        options={[{ value: 'yes', label: say('conflict.decided') }]}
        emptyLabel={say('conflict.waiting')}
        onChange={(next) => onChange({ resolved: next ?? undefined })}
      />
      <Select
        label={say('feedScreen.reason')}
        value={reason ?? null}
        options={conflictReasons.map((one) => ({ value: one, label: say(`feed.reason.${one}`) }))}
        emptyLabel={say('fleet.unlimited')}
        onChange={(next) => onChange({ reason: next ?? undefined })}
      />
      <ChoiceFilter
        label={say('feedScreen.site')}
        choices={sites}
        value={siteId}
        onChange={(id) => onChange({ siteId: id })}
      />
      <ChoiceFilter
        label={say('conflict.client')}
        choices={clients}
        value={clientId}
        onChange={(id) => onChange({ clientId: id })}
      />
    </>
  )
}
