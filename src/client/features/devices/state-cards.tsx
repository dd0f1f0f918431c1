import { formatPercent, useWord } from '#client/i18n.ts'
import { CountCard } from '#client/ui/card.tsx'
import { percent } from '#shared/charts.ts'
import { type DeviceCounts, deviceStates } from '#shared/devices.ts'
import { placeFilters, rowsHref, type ViewFilters } from './device-view.ts'

/** Nine numbers, each a link to its rows; filtered by client, account and site. null = unavailable. */
export function StateCards({ counts, filters }: { counts: DeviceCounts | null | undefined; filters: ViewFilters }) {
  const say = useWord()
  const place = placeFilters(filters)
  const share = (value: number) => formatPercent(percent(value, counts?.total ?? 0))
  return (
    <section aria-label={say('fleet.cards')} className="grid grid-cols-3 gap-2 xl:grid-cols-9">
      <CountCard
        label={say('device.total')}
        value={counts === null ? null : counts?.total}
        href={rowsHref(place)}
        note={say('fleet.allStates')}
      />
      {deviceStates.map((state) => (
        <CountCard
          key={state}
          state={state}
          label={say(`device.state.${state}`)}
          value={counts === null ? null : counts?.[state]}
          href={rowsHref({ ...place, state })}
          note={counts ? share(counts[state]) : ''}
        />
      ))}
    </section>
  )
}
