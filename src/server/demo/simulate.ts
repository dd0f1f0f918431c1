import { complies, isTelemetryState, type Telemetry } from '#shared/transitions.ts'
import { actOn } from './custody.ts'
import { type DemoDevice, makeDevices } from './fleet.ts'
import { demoBases, demoSites } from './places-data.ts'
import type { Random } from './random.ts'
import { type DemoBatch, type DemoDaily, type DemoHistory, happen } from './records.ts'
import { age, makeWeather, telemetryOf, type Weather } from './telemetry.ts'

const hour = 3_600
/** Probability a day that the workshop runs a machine under repair, which its feed then shows. */
const workshopRun = 0.004

/**
 * `first` to `today` are day indexes; dailies are kept from `firstClosed` on. `at(day, seconds)` = an instant in that
 * day.
 */
export type Calendar = {
  first: number
  firstClosed: number
  today: number
  at(day: number, secondsOfDay: number): Date
}

/** Return whether a site's feed should contain the machine: in a telemetry state, and reported at least once. */
const inService = (device: DemoDevice) => isTelemetryState(device.state) && device.everReported

/** Return the line of a machine in today's feed, or null when the feed does not contain it. */
function lineOf(device: DemoDevice, day: number, cutShare: number, random: Random): Telemetry {
  const silent: Telemetry = { reported: false, activeWorkerState: false, hashRate: null, alarm: false }
  if (device.state === 'repairing')
    return random.chance(workshopRun) ? { ...telemetryOf(device, 0, random), alarm: false } : silent
  if (device.state === 'lost') return silent
  if (device.state === 'repaired' && (device.actionDay ?? 0) > day) return silent
  return telemetryOf(device, cutShare, random)
}

/** Apply one line of the feed. @returns the machine's daily row */
function feed(
  history: DemoHistory,
  device: DemoDevice,
  line: Telemetry,
  day: number,
  at: Date,
  batchIndex: number,
  batch: DemoBatch,
): DemoDaily {
  const before = device.state
  const afterReturn = device.returned !== null && day > device.returned
  const answer = happen(history, device, { cause: 'feed', telemetry: line, afterReturn }, at, { batch: batchIndex })
  if (answer === 'change')
    batch.transitions.set(`${before}>${device.state}`, (batch.transitions.get(`${before}>${device.state}`) ?? 0) + 1)
  if (answer === 'conflict') {
    const resolvedAt = null
    history.conflicts.push({
      device: device.index,
      batch: batchIndex,
      line: batch.read + 1,
      reason: 'custodyReports',
      telemetry: line,
      at,
      resolvedAt,
    })
  }
  if (line.reported) {
    batch.read += 1
    if (answer === 'conflict') batch.conflict += 1
    else batch.updated += 1
  }
  if (before === 'repaired' && device.state !== 'repaired') {
    const back = history.repairs.findLast((repair) => repair.device === device.index && repair.type === '送回')
    if (back) back.backOnlineAt = at
    device.returned = null
    device.actionDay = null
  }
  if (answer !== 'conflict') {
    device.workerActive = line.activeWorkerState
    if (line.reported) {
      device.everReported = true
      device.hashRate = line.hashRate
      device.lastReportAt = at
      device.lastSeen = day
    }
  }
  return {
    device: device.index,
    state: device.state,
    // Silence is significant only for a machine in service that has reported before; otherwise it is unknown.
    reported: line.reported || inService(device) ? line.reported : null,
    everReported: device.everReported,
    hashAverage: line.hashRate,
    compliant: complies(device.type, line.hashRate),
    batch: batchIndex,
  }
}

/** Create a daily row with an unknown report and the state only. */
const unreported = (device: DemoDevice, batch: number | null): DemoDaily => ({
  device: device.index,
  state: device.state,
  reported: null,
  everReported: device.everReported,
  hashAverage: null,
  compliant: false,
  batch,
})

type SiteDay = { site: number; machines: readonly DemoDevice[]; day: number; batchIndex: number; batch: DemoBatch }

function simulateSite(
  history: DemoHistory,
  weather: Weather,
  calendar: Calendar,
  random: Random,
  siteDay: SiteDay,
): DemoDaily[] {
  const { site, machines, day, batchIndex, batch } = siteDay
  const share = weather.coverage(site, day)
  const cut = weather.cutShare(site, day)
  const rows: DemoDaily[] = []
  let expected = 0
  let reported = 0
  let turned = 0
  let kept = 0
  for (const device of machines) {
    if (device.since > day || (device.scrapped !== null && device.scrapped < day)) continue
    if (device.since === day) {
      const at = calendar.at(day, 8 * hour)
      history.events.push({
        device: device.index,
        from: null,
        to: 'offline',
        cause: 'registered',
        repair: null,
        batch: null,
        note: null,
        at,
      })
      device.stateSince = at
    }
    age(device, day, random)
    actOn(history, device, day, calendar.at(day, random.whole(9 * hour, 17 * hour)), random)
    // Without a line in its site's feed a machine keeps its state; the golden ratio spreads the missing lines evenly.
    const reports = device.state !== 'scrap' && (device.index * 0.754_877_666) % 1 < share
    const before = device.state
    const row = reports
      ? feed(history, device, lineOf(device, day, cut, random), day, batch.at, batchIndex, batch)
      : unreported(device, share > 0 ? batchIndex : null)
    rows.push(row)
    if (inService(device)) expected += 1
    if (inService(device) && row.reported) reported += 1
    if (reports && row.reported === false && device.state !== before) turned += 1
    if (!reports && share > 0 && inService(device)) kept += 1
  }
  if (expected > 0)
    history.coverage.push({ day, site, expected, reported, turned, kept, batch: share > 0 ? batchIndex : null })
  return rows
}

/** Simulate the fleet from the first day to today. Pure except for `random`: same seed, same history. */
export function simulate(random: Random, calendar: Calendar): DemoHistory {
  const devices = makeDevices(random, calendar.first, calendar.today, calendar.at(calendar.first, 0))
  const weather = makeWeather(random, calendar.first, calendar.today)
  const history: DemoHistory = {
    devices,
    events: [],
    repairs: [],
    batches: [],
    conflicts: [],
    coverage: [],
    dailies: new Map(),
  }
  const machinesOf = demoSites.map((_, site) => devices.filter((device) => device.site === site))
  for (let day = calendar.first; day <= calendar.today; day += 1) {
    const rows: DemoDaily[] = []
    demoBases.forEach((_, base) => {
      const at = calendar.at(day, 18 * hour + 1_200 + base * 300)
      const batch: DemoBatch = {
        base,
        day,
        at,
        read: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        conflict: 0,
        transitions: new Map(),
      }
      const batchIndex = history.batches.push(batch) - 1
      demoSites.forEach((place, site) => {
        if (place.base !== base) return
        rows.push(
          ...simulateSite(history, weather, calendar, random, {
            site,
            machines: machinesOf[site] ?? [],
            day,
            batchIndex,
            batch,
          }),
        )
      })
    })
    if (day >= calendar.firstClosed) history.dailies.set(day, rows)
  }
  return history
}
