import { firstMachineTypes, hashRulesOf } from '#shared/machine-types.ts'
import { isTelemetryState, type Telemetry } from '#shared/transitions.ts'
import type { DemoDevice } from './fleet.ts'
import { demoSites } from './places-data.ts'
import type { Random } from './random.ts'

const { targets } = hashRulesOf(firstMachineTypes)
/** In TH/s. */
const targetOf = ({ type }: DemoDevice): number => targets[type] ?? 0

/** Probabilities a day, multiplied by a machine's fragility. Their sum keeps about nine of ten machines in order. */
const hazard = { dead: 0.0032, weak: 0.005, alarm: 0.0045, vanished: 0.00003 }

type PowerCut = { site: number; from: number; until: number; share: number }
export type Weather = {
  cutShare(site: number, day: number): number
  /** Share of a site's machines in its feed of that day: 1 complete, 0 missing. */
  coverage(site: number, day: number): number
}

/** Create power cuts of whole sites and lost feeds over days `first` to `today`; the last three days have none. */
export function makeWeather(random: Random, first: number, today: number): Weather {
  const cuts: PowerCut[] = []
  demoSites.forEach((_, site) => {
    for (let day = first + 8; day < today - 3; day += random.whole(22, 52)) {
      const length = random.chance(0.3) ? 2 : 1
      cuts.push({
        site,
        from: day,
        until: day + length - 1,
        share: random.chance(0.4) ? 1 : 0.45 + random.next() * 0.4,
      })
    }
  })
  const lost = new Map([
    [`3:${today - 84}`, 0],
    [`1:${today - 51}`, 0.38],
    [`5:${today - 27}`, 0],
    [`2:${today - 13}`, 0.44],
  ])
  return {
    cutShare: (site, day) => cuts.find((cut) => cut.site === site && cut.from <= day && day <= cut.until)?.share ?? 0,
    coverage: (site, day) => lost.get(`${site}:${day}`) ?? 1,
  }
}

/**
 * Let faults end and begin. Machines in custody are unchanged; a dead machine that needs a repair gets the day of its
 * dispatch.
 */
export function age(device: DemoDevice, day: number, random: Random): void {
  const { condition } = device
  if (condition.kind !== 'healthy') {
    if ('until' in condition && day > condition.until) device.condition = { kind: 'healthy' }
    return
  }
  if (!isTelemetryState(device.state) || device.neverReports) return
  const chance = random.next() / device.fragility
  if (chance < hazard.dead) {
    const needsRepair = random.chance(0.62)
    device.condition = {
      kind: 'dead',
      until: needsRepair ? Number.POSITIVE_INFINITY : day + random.whole(0, 2),
      needsRepair,
      silent: random.chance(0.6),
    }
    if (needsRepair) device.actionDay = day + random.whole(2, 6)
  } else if (chance < hazard.dead + hazard.weak) {
    const needsRepair = random.chance(0.12)
    device.condition = {
      kind: 'weak',
      factor: 0.45 + random.next() * 0.35,
      until: needsRepair ? Number.POSITIVE_INFINITY : day + random.whole(2, 9),
      needsRepair,
    }
    if (needsRepair) device.actionDay = day + random.whole(4, 9)
  } else if (chance < hazard.dead + hazard.weak + hazard.alarm) {
    device.condition = { kind: 'alarm', until: day + random.whole(0, 2), workerDown: random.chance(0.5) }
  } else if (chance > 1 / device.fragility - hazard.vanished) {
    device.condition = { kind: 'vanished' }
  }
}

const rounded = (hashRate: number) => Math.round(hashRate * 100) / 100
const silence: Telemetry = { reported: false, activeWorkerState: false, hashRate: null, alarm: false }
/** A machine without power whose rack still answers: it reports, and nothing runs. */
const powerless: Telemetry = { reported: true, activeWorkerState: false, hashRate: 0, alarm: true }

/** Return the machine's line in the feed of the day; `reported` is false when it has none. */
export function telemetryOf(device: DemoDevice, cutShare: number, random: Random): Telemetry {
  const condition = device.condition
  if (device.neverReports || condition.kind === 'vanished') return silence
  // The golden ratio spreads a cut evenly over the rows of a site, the same machines on each day of it.
  if ((device.index * 0.618_033_988_75) % 1 < cutShare) return powerless
  if (condition.kind === 'dead') return condition.silent ? silence : powerless
  const full = targetOf(device) * device.quality * random.around(1, 0.008)
  if (condition.kind === 'weak')
    return {
      reported: true,
      activeWorkerState: true,
      hashRate: rounded(targetOf(device) * condition.factor),
      alarm: false,
    }
  if (condition.kind === 'alarm')
    return {
      reported: true,
      activeWorkerState: !condition.workerDown,
      hashRate: rounded(full * 0.93),
      alarm: !condition.workerDown,
    }
  return {
    reported: true,
    activeWorkerState: true,
    hashRate: rounded(Math.max(full, targetOf(device) * 0.87)),
    alarm: false,
  }
}
