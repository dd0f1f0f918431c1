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

/** What a feed event makes of a state that it may not have met: what was telemetry then is telemetry now, custody keeps its own. */
function afterFeed(state: DeviceState, to: DeviceState): DeviceState {
  if (isTelemetryState(state)) return to
  return state === 'repaired' && to !== 'offline' ? to : state
}

/**
 * The state that the events leave behind when those of voided records are taken out; people's events are decided by `transition()` again.
 * `since` null = no event is left that set the state. `lostAfter` = the device was lost after `repairId` would have ended.
 * @returns null when a later record cannot stand without what was taken out
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
      const asked =
        event.cause === 'repairReturn'
          ? { cause: event.cause, outcome: event.outcome ?? 'fixed' }
          : { cause: event.cause }
      const decided = transition({ type, state }, asked)
      if (decided.kind === 'refused') return null
      if (decided.kind === 'change') next = decided.to
      if (event.cause === 'lost' && passed) lostAfter = true
    }
    if (next !== state || since === null) since = event.at
    state = next
  }
  return { state, since, lostAfter }
}
