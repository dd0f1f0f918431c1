import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { type EventCause, isTelemetryState, type RepairOutcome, transition } from '#shared/transitions.ts'

/** An event as it was written. */
export type PastEvent = {
  from: DeviceState | null
  to: DeviceState
  cause: EventCause
  at: Date
  repairId: number | null
  outcome: RepairOutcome | null
}
export type Replayed = { state: DeviceState; since: Date | null; lostAfter: boolean }

/**
 * Apply a feed event to a state that may differ from the original one: a telemetry state is replaced, a custody state
 * is kept.
 */
function afterFeed(state: DeviceState, to: DeviceState): DeviceState {
  if (isTelemetryState(state)) return to
  return state === 'repaired' && to !== 'offline' ? to : state
}

/**
 * Return the state that the events produce without those of voided records; events of people are decided again by
 * `transition()`. `since` null = no remaining event has set the state. `lostAfter` = the device was lost after
 * `repairId` would have ended.
 * @returns null when a later record is not valid without the removed ones
 */
export function replay(
  type: DeviceType,
  events: readonly PastEvent[],
  voided: ReadonlySet<number>,
  repairId: number,
): Replayed | null {
  const [first] = events
  let state: DeviceState = first?.from ?? 'offline'
  let since: Date | null = null
  let passed = false
  let lostAfter = false
  for (const event of events) {
    if (event.repairId === repairId) passed = true
    if (event.repairId !== null && voided.has(event.repairId)) continue
    let next: DeviceState = state
    if (event.cause === 'feed') next = afterFeed(state, event.to)
    else if (event.cause === 'registered') next = event.to
    else {
      const requested =
        event.cause === 'repairReturn'
          ? { cause: event.cause, outcome: event.outcome ?? 'fixed' }
          : { cause: event.cause }
      const decided = transition({ type, state }, requested)
      if (decided.kind === 'refused') return null
      if (decided.kind === 'change') next = decided.to
      if (event.cause === 'lost' && passed) lostAfter = true
    }
    if (next !== state || since === null) since = event.at
    state = next
  }
  return { state, since, lostAfter }
}
