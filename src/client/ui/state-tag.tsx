import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import type { DeviceState } from '#shared/devices.ts'
import { classNames } from './class-names.ts'

/** A shape for each state, so that a colour is never the only sign of it. Drawn in a box of 12 by 12. */
const shapes: Record<DeviceState, ReactNode> = {
  normal: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  low: <path d="M1 2.5h10L6 11z" fill="currentColor" />,
  warn: <path d="M6 1l5 9.5H1z" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="2" />,
  repairing: <path d="M6 .5L11.5 6 6 11.5.5 6z" fill="currentColor" />,
  repaired: <path d="M6 2l4 4-4 4-4-4z" fill="none" stroke="currentColor" strokeWidth="2" />,
  lost: <path d="M1.5 1.5h9v9h-9z" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3 1.5" />,
  scrap: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.5" />,
}

/** Return the CSS colour of a state, the same in cards, tags, slices, bars and lines. */
export const stateColor = (state: DeviceState): string => `var(--state-${state})`

/** The symbol of a state without its word; decoration only. */
export function StateShape({ state, className }: { state: DeviceState; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={classNames('size-3 shrink-0', className)}
      style={{ color: stateColor(state) }}
    >
      {shapes[state]}
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
