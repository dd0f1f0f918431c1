import { useWord } from '#client/i18n.ts'
import type { DeviceState } from '#shared/devices.ts'
import { classNames } from './class-names.ts'
import { stateShapes } from './state-shapes.ts'

/** Return the CSS colour of a state, the same in cards, tags, slices, bars and lines. */
export const stateColor = (state: DeviceState): string => `var(--state-${state})`

/** The symbol of a state without its word; decoration only. */
export function StateShape({ state, className }: { state: DeviceState; className?: string }) {
  const { d, width, dash } = stateShapes[state]
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={classNames('size-3 shrink-0', className)}
      style={{ color: stateColor(state) }}
    >
      <path
        d={d}
        fill={width ? 'none' : 'currentColor'}
        stroke={width ? 'currentColor' : undefined}
        strokeWidth={width}
        strokeDasharray={dash}
      />
    </svg>
  )
}

/** A device state: colour, shape and word together. */
export function StateTag({ state }: { state: DeviceState }) {
  const say = useWord()
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <StateShape state={state} />
      {say(`device.state.${state}`)}
    </span>
  )
}
