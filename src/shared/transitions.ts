import { type DeviceState, type DeviceType, type TelemetryState, telemetryStates } from './devices.ts'
import { firstMachineTypes, type HashRules, hashRulesOf } from './machine-types.ts'

/**
 * The content of one feed line about a device. `hashRate` in TH/s, null = none; `reported` false = the feed covers its
 * site but not this device.
 */
export type Telemetry = { reported: boolean; activeWorkerState: boolean; hashRate: number | null; alarm: boolean }

export type RepairOutcome = 'fixed' | 'noFault' | 'notRepairable'

export type DeviceEvent =
  | { cause: 'registered' }
  | { cause: 'feed'; telemetry: Telemetry; afterReturn: boolean }
  | { cause: 'repairOut' }
  | { cause: 'repairReturn'; outcome: RepairOutcome }
  | { cause: 'lost' }
  | { cause: 'found' }
  | { cause: 'scrap' }

export type EventCause = DeviceEvent['cause']

/** `refused` carries the error code of errors.ts; `conflict` puts a row into the conflict queue and keeps the state. */
export type Transition =
  | { kind: 'change'; to: DeviceState }
  | { kind: 'unchanged' }
  | { kind: 'conflict' }
  | { kind: 'refused'; reason: 'DEVICE_SCRAPPED' | 'TRANSITION_REFUSED' }

export type DeviceSituation = { type: DeviceType; state: DeviceState }

export const defaultHashRules = hashRulesOf(firstMachineTypes)

export const isTelemetryState = (state: DeviceState): state is TelemetryState =>
  (telemetryStates as readonly string[]).includes(state)

/** Does a hash rate (TH/s) reach k × target? Source: fleet.md, States. @throws Error for a type that the rules do not know */
export function complies(type: DeviceType, hashRate: number | null, rules: HashRules = defaultHashRules): boolean {
  const [share, target] = [rules.share[type], rules.targets[type]]
  if (share === undefined || target === undefined) throw new Error(`the hash-rate rules know no machine type ${type}`)
  return hashRate !== null && hashRate >= share * target
}

/** Return the telemetry state of a report. Source: fleet.md, States, row "feed". */
export function telemetryState(
  type: DeviceType,
  telemetry: Telemetry,
  rules: HashRules = defaultHashRules,
): TelemetryState {
  if (!telemetry.reported || telemetry.hashRate === null || telemetry.hashRate === 0) return 'offline'
  if (!telemetry.activeWorkerState || telemetry.alarm) return 'warn'
  return complies(type, telemetry.hashRate, rules) ? 'normal' : 'low'
}

const to = (state: DeviceState, current: DeviceState): Transition =>
  state === current ? { kind: 'unchanged' } : { kind: 'change', to: state }
const refused: Transition = { kind: 'refused', reason: 'TRANSITION_REFUSED' }

function afterFeed(
  device: DeviceSituation,
  event: Extract<DeviceEvent, { cause: 'feed' }>,
  rules: HashRules,
): Transition {
  const next = telemetryState(device.type, event.telemetry, rules)
  const reportsHash = next !== 'offline'
  switch (device.state) {
    case 'repairing':
    case 'lost':
      return reportsHash ? { kind: 'conflict' } : { kind: 'unchanged' }
    case 'repaired':
      return reportsHash && event.afterReturn ? to(next, device.state) : { kind: 'unchanged' }
    default:
      return to(next, device.state)
  }
}

/**
 * Return the effect of an event on a device, by the table of fleet.md, States. Pure; `transitions.ts` on the server
 * writes the result, and no other code writes a state.
 */
export function transition(
  device: DeviceSituation,
  event: DeviceEvent,
  rules: HashRules = defaultHashRules,
): Transition {
  if (device.state === 'scrap') return { kind: 'refused', reason: 'DEVICE_SCRAPPED' }
  switch (event.cause) {
    case 'registered':
      return to('offline', device.state)
    case 'feed':
      return afterFeed(device, event, rules)
    case 'repairOut':
      return isTelemetryState(device.state) || device.state === 'repaired' ? to('repairing', device.state) : refused
    case 'repairReturn':
      if (device.state !== 'repairing') return refused
      return to(event.outcome === 'notRepairable' ? 'scrap' : 'repaired', device.state)
    case 'lost':
      return device.state === 'lost' ? refused : to('lost', device.state)
    case 'found':
      return device.state === 'lost' ? to('offline', device.state) : refused
    case 'scrap':
      return to('scrap', device.state)
  }
}
