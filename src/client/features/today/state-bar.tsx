import { rowsHref } from '#client/features/devices/device-view.ts'
import { formatNumber, type say as Say, useWord } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { StateShape, stateColor } from '#client/ui/state-tag.tsx'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import type { TodayFleet } from '#shared/today.ts'
import { Change } from './change.tsx'
import { signed } from './signed.ts'

/**
 * States whose increase is good (true) or bad (false). A machine is sent to repair or scrapped by a decision, so changes
 * of these states are neither; one that is repaired should be online.
 */
const better: Partial<Record<DeviceState | 'total', boolean>> = {
  normal: true,
  low: false,
  warn: false,
  offline: false,
  repaired: false,
  lost: false,
}

/**
 * All machines as one bar divided by state; below it each state with its number, its change since the last known day,
 * and a link to its rows.
 */
export function StateBar({ fleet: { counts, change } }: { fleet: TodayFleet }) {
  const say = useWord()
  const parts = deviceStates.filter((state) => counts[state] > 0)
  return (
    <section
      aria-label={say('today.states')}
      className="@container rounded-md border border-line bg-surface p-3 sm:p-4"
    >
      <div aria-hidden className="flex h-3 gap-px overflow-hidden rounded-full bg-sunken forced-color-adjust-none">
        {parts.map((state) => (
          <AppLink
            key={state}
            href={rowsHref({ state })}
            tabIndex={-1}
            title={`${say(`device.state.${state}`)} ${formatNumber(counts[state])}`}
            className="block h-full min-w-1 border-transparent forced-colors:border-r-2 forced-colors:border-[CanvasText]"
            style={{ flexGrow: counts[state], flexBasis: 0, background: stateColor(state) }}
          />
        ))}
      </div>
      <ul className="-mx-1 mt-2 grid grid-cols-3 gap-x-1 gap-y-1 sm:-mx-1.5 sm:grid-cols-5 @4xl:grid-cols-9">
        {(['total', ...deviceStates] as const).map((name) => (
          <li key={name} className="min-w-0">
            <AppLink
              href={rowsHref(name === 'total' ? {} : { state: name })}
              className="block rounded-md px-1.5 py-1 max-sm:px-1 hover:bg-hover"
            >
              <span className="flex items-center gap-1.5 text-xs text-muted max-sm:gap-1">
                {name !== 'total' && <StateShape state={name} />}
                <span className="truncate">{say(name === 'total' ? 'device.total' : `device.state.${name}`)}</span>
              </span>
              <span className="figures flex flex-wrap items-baseline gap-x-1.5">
                <span className="text-lg leading-6 font-semibold">{formatNumber(counts[name])}</span>
                {change && change.counts[name] !== 0 && (
                  <Change
                    by={change.counts[name]}
                    isBetter={better[name] ?? null}
                    words={changeWords(change.counts[name], say)}
                    className="text-xs"
                  >
                    {signed(change.counts[name], formatNumber(change.counts[name]))}
                  </Change>
                )}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      <p className="figures min-h-4 text-xs text-muted">{change && say('today.since', { date: change.since })}</p>
    </section>
  )
}

/** The change of a state's number in words. */
const changeWords = (by: number, say: typeof Say): string =>
  say(by > 0 ? 'today.more' : 'today.fewer', { count: formatNumber(Math.abs(by)) })
