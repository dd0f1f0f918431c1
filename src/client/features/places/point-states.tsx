import { formatNumber, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { type Day, isDay } from '#shared/dates.ts'
import { type DeviceState, DeviceState as States } from '#shared/devices.ts'
import type { PlaceFilter } from './place-filter.ts'

type Props = {
  place: PlaceFilter
  at: string
  days: readonly [Day, Day]
  chosen: DeviceState
  onChoose: (state: DeviceState) => void
}

/**
 * All layers of the opened bar, as buttons: a layer of two offline machines among hundreds is too thin to click or even
 * to see.
 */
export function PointStates({ place, at, days, chosen, onChoose }: Props) {
  const say = useWord()
  const bar = trpc.charts.stackedStates.useQuery(
    { ...place, reservePeriod: isDay(at) ? 'day' : 'month', businessDateQuery: [days[0], days[1]] },
    { meta: { silent: true } },
  )
  const layers = (bar.data?.series ?? []).flatMap(({ name, data }) => {
    const state = States.safeParse(name).data
    return state && state !== 'scrap' ? [{ state, count: data[0] ?? null }] : []
  })
  return (
    <fieldset className="flex min-h-8 flex-wrap items-center gap-1 px-4 pt-2">
      <legend className="sr-only">{say('history.states')}</legend>
      {layers.map(({ state, count }) => (
        <Button
          key={state}
          variant="quiet"
          size="sm"
          aria-pressed={state === chosen}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          onClick={() => onChoose(state)}
        >
          <StateShape state={state} />
          {say(`device.state.${state}`)} {formatNumber(count)}
        </Button>
      ))}
    </fieldset>
  )
}
