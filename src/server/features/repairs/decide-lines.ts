import type { HeldDevice } from '#server/features/devices/hold-devices.ts'
import type { Day } from '#shared/dates.ts'
import { serialKey } from '#shared/devices.ts'
import type { HashRules } from '#shared/machine-types.ts'

import type { LineAnswer, RepairType, ReturnOutcome } from '#shared/repairs.ts'
import { transition } from '#shared/transitions.ts'
import type { LastRecord } from './last-records.ts'

export type Act = { type: RepairType; outcome: ReturnOutcome; date: Day; siteIds: ReadonlySet<number> | null }
export type DecidedLine = {
  line: number
  serial: string
  answer: LineAnswer
  device: HeldDevice | null
  last: LastRecord | null
}
type Known = { devices: readonly HeldDevice[]; last: ReadonlyMap<number, LastRecord>; rules: HashRules }

function answerOf(device: HeldDevice, last: LastRecord | null, act: Act, rules: HashRules): LineAnswer {
  if (act.siteIds !== null && (device.site_id === null || !act.siteIds.has(device.site_id))) return 'wrongSite'
  const out = act.type === '送修'
  // A machine is either away or here, whatever a state entered by hand says.
  const away = last !== null && last.type === '送修' && !last.closed
  const decided = transition(
    device,
    out ? { cause: 'repairOut' } : { cause: 'repairReturn', outcome: act.outcome },
    rules,
  )
  if (decided.kind === 'change' && !(out && away)) return last !== null && act.date < last.date ? 'tooEarly' : 'ready'
  if (device.state === 'scrap') return 'scrapped'
  if (device.state === 'lost') return 'lost'
  return out ? 'alreadyOut' : 'notOut'
}

/**
 * Find devices by serial in any letter case. If two records differ only in case (some older databases contain such),
 * prefer the exact spelling, then the older one that is not scrapped.
 */
function bySerial(devices: readonly HeldDevice[]): (serial: string) => HeldDevice | undefined {
  const exact = new Map(devices.map((device) => [device.serial, device]))
  const known = new Map<string, HeldDevice>()
  for (const device of devices) {
    const key = serialKey(device.serial)
    const other = known.get(key)
    if (!other || other.state === 'scrap') known.set(key, device)
  }
  return (serial) => exact.get(serial) ?? known.get(serialKey(serial))
}

/** Decide each pasted serial on its own: what can be done, or why not. Foreign and missing devices are both unknown. */
export function decideLines(serials: readonly string[], act: Act, { devices, last, rules }: Known): DecidedLine[] {
  const seen = new Set<number>()
  const find = bySerial(devices)
  return serials.map((serial, index): DecidedLine => {
    const line = index + 1
    const device = find(serial)
    if (!device) return { line, serial, answer: 'unknown', device: null, last: null }
    if (seen.has(device.id)) return { line, serial, answer: 'duplicate', device: null, last: null }
    seen.add(device.id)
    const newest = last.get(device.id) ?? null
    return { line, serial: device.serial, answer: answerOf(device, newest, act, rules), device, last: newest }
  })
}
