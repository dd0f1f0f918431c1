import { useClientChoices, useSiteChoices } from '#client/features/places/use-choices.ts'
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
  onAgain: () => void
}

/** Filters of conflicts; open conflicts by default. */
export function ConflictFilters({
  view: { resolved, reason, siteId, clientId, serial },
  busy,
  onChange,
  onAgain,
}: Props) {
  const say = useWord()
  const sites = useSiteChoices()
  const clients = useClientChoices()
  const chips = [
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
  return (
    <FilterFrame
      search={{
        label: say('feedScreen.serial'),
        applied: serial,
        onSearch: (next, way) => onChange({ serial: next }, way),
      }}
      fields={
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
      }
      chips={chips}
      busy={busy}
      onAgain={onAgain}
      onClean={() =>
        onChange({ reason: undefined, siteId: undefined, clientId: undefined, serial: undefined, resolved: undefined })
      }
    />
  )
}
