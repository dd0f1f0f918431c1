import type { DeviceState } from '#shared/devices.ts'
import type { HashRules } from '#shared/machine-types.ts'
import { type DeviceEvent, type Telemetry, transition } from '#shared/transitions.ts'
import type { DemoDevice } from './fleet.ts'

export type DemoEvent = {
  device: number
  from: DeviceState | null
  to: DeviceState
  cause: DeviceEvent['cause']
  /** Index into `repairs`, or into `batches`. */
  repair: number | null
  batch: number | null
  note: string | null
  at: Date
}
export type DemoRepair = {
  type: '送修' | '送回'
  device: number
  day: number
  notes: string
  outcome: 'fixed' | 'noFault' | 'notRepairable' | 'lost' | 'scrap' | null
  openedBy: number | null
  closed: boolean
  backOnlineAt: Date | null
  at: Date
}
export type DemoBatch = {
  base: number
  day: number
  at: Date
  read: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  transitions: Map<string, number>
}
export type DemoConflict = {
  device: number
  batch: number
  /** Line in its batch. */
  line: number
  reason: 'custodyReports'
  telemetry: Telemetry
  at: Date
  resolvedAt: Date | null
}
/** `turned` = silent machines that went offline, `kept` = machines missing in the feed. */
export type DemoCoverage = {
  day: number
  site: number
  expected: number
  reported: number
  turned: number
  kept: number
  batch: number | null
}
/** One row of `device_daily` without its ownership, which is the device's. */
export type DemoDaily = {
  device: number
  state: DeviceState
  reported: boolean | null
  everReported: boolean
  hashAverage: number | null
  compliant: boolean
  batch: number | null
}

/** Everything that the simulation produces, in the order in which it happened. */
export type DemoHistory = {
  devices: DemoDevice[]
  events: DemoEvent[]
  repairs: DemoRepair[]
  batches: DemoBatch[]
  conflicts: DemoConflict[]
  coverage: DemoCoverage[]
  /** By day index; only from the first closed day on. */
  dailies: Map<number, DemoDaily[]>
}

/**
 * Apply `event` by the product's own rule and record the result, so that the demonstration cannot show a state that the
 * product would refuse.
 * @returns the result of the rule
 */
export function happen(
  history: Pick<DemoHistory, 'events'>,
  device: DemoDevice,
  event: DeviceEvent,
  at: Date,
  note: { repair?: number; batch?: number; text?: string } = {},
  rules?: HashRules,
): 'change' | 'unchanged' | 'conflict' {
  const answer = transition(device, event, rules)
  if (answer.kind === 'refused')
    throw new Error(
      `the demonstration asks for what the rules refuse: ${event.cause} of a device in state ${device.state}`,
    )
  if (answer.kind !== 'change') return answer.kind
  history.events.push({
    device: device.index,
    from: device.state,
    to: answer.to,
    cause: event.cause,
    repair: note.repair ?? null,
    batch: note.batch ?? null,
    note: note.text ?? null,
    at,
  })
  device.state = answer.to
  device.stateSince = at
  return 'change'
}
