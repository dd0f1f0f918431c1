/**
 * Writes a device feed and says beforehand what a correct product makes of it. Knows nothing of the product's code:
 * the rules below are typed off the specification, so that agreement means something.
 */
export type KnownDevice = { serial: string; type: 'T30' | 'T20'; state: string; site: string; client: string; account: string }
export type FeedPlace = { site: string; client: string; account: string }
export type Written = {
  text: string
  lines: number
  expected: {
    created: number
    conflict: number
    refused: number
    /** `updated + unchanged`: whether a value is equal to the stored one is not the writer's to know. */
    known: number
    /** Devices by state after the feed, all of them. */
    states: Record<string, number>
    /** Devices by site, and by client, after the feed. */
    sites: Record<string, number>
    clients: Record<string, number>
    /** Serials of lines that must be refused, with their line numbers (the header is line 1). */
    refusedLines: number[]
  }
}

const target = { T30: 30, T20: 20 }
const complianceShare = 0.85

const count = (counts: Record<string, number>, key: string, by = 1) => {
  counts[key] = (counts[key] ?? 0) + by
}

/** What a report means for a machine in service. */
function telemetryState(type: 'T30' | 'T20', hash: number | null, active: boolean, alarm: boolean): string {
  if (hash === null || hash === 0) return 'offline'
  if (!active || alarm) return 'warn'
  return hash < complianceShare * target[type] ? 'low' : 'normal'
}

type Report = { hash: number | null; active: boolean; alarm: boolean }
/** Ten kinds of report in turn; six of them run well. */
function reportOf(type: 'T30' | 'T20', index: number): Report {
  const full = target[type] * (0.9 + (index % 13) / 100)
  switch (index % 10) {
    case 3:
      return { hash: target[type] * 0.6, active: true, alarm: false }
    case 5:
      return { hash: full, active: false, alarm: false }
    case 7:
      return { hash: full, active: true, alarm: true }
    case 9:
      return index % 20 === 9 ? { hash: 0, active: false, alarm: false } : { hash: null, active: false, alarm: false }
    default:
      return { hash: full, active: true, alarm: false }
  }
}

/**
 * A feed of `lines` lines: a report for every known device, new devices at `places` in turn, and one bad line in 200.
 * @param known the fleet as an export shows it
 */
export function writeFeed(lines: number, known: readonly KnownDevice[], places: readonly FeedPlace[]): Written {
  const rows = ['serial,type,client,account,site,activeWorker,activeWorkerState,hashRate,alarm']
  const expected: Written['expected'] = { created: 0, conflict: 0, refused: 0, known: 0, states: {}, sites: {}, clients: {}, refusedLines: [] }
  const put = (serial: string, type: string, place: FeedPlace | null, report: Report, hash = report.hash === null ? '' : report.hash.toFixed(2)) => {
    const owner = place ? `${place.client},${place.account},${place.site}` : ',,'
    rows.push(`${serial},${type},${owner},rack-${rows.length % 97},${report.active ? 'yes' : 'no'},${hash},${report.alarm ? 1 : 0}`)
  }
  const refuse = () => {
    expected.refused += 1
    expected.refusedLines.push(rows.length)
  }
  const stand = (device: KnownDevice | (FeedPlace & { type: string }), state: string) => {
    count(expected.states, state)
    count(expected.sites, device.site)
    count(expected.clients, device.client)
  }

  known.forEach((device, index) => {
    const report = reportOf(device.type, index)
    put(device.serial, '', null, report)
    const runs = report.hash !== null && report.hash > 0
    const means = telemetryState(device.type, report.hash, report.active, report.alarm)
    if (device.state === 'scrap') {
      refuse()
      stand(device, 'scrap')
    } else if (device.state === 'repairing' || device.state === 'lost') {
      if (runs) expected.conflict += 1
      else expected.known += 1
      stand(device, device.state)
    } else {
      expected.known += 1
      stand(device, device.state === 'repaired' && !runs ? 'repaired' : means)
    }
  })

  const bad: readonly ((serial: string, place: FeedPlace) => void)[] = [
    (serial, place) => put(serial, 'T30', place, { hash: 1, active: true, alarm: false }, '-4'),
    (serial, place) => put(serial, 'T99', place, { hash: 30, active: true, alarm: false }),
    (serial, place) => put(serial, 'T30', { ...place, client: '没有这个客户' }, { hash: 30, active: true, alarm: false }),
    (serial, place) => put(serial, 'T30', place, { hash: 1, active: true, alarm: false }, 'a lot'),
    (_, place) => put('', 'T30', place, { hash: 30, active: true, alarm: false }),
  ]
  for (let index = 0; rows.length - 1 < lines; index += 1) {
    const place = places[index % places.length]
    if (!place) throw new Error('the feed needs places for new devices')
    const serial = `NEW${String(index).padStart(8, '0')}`
    if (index % 200 === 199) {
      bad[Math.floor(index / 200) % bad.length]?.(serial, place)
      refuse()
      continue
    }
    const type = index % 3 === 0 ? 'T20' : 'T30'
    const report = reportOf(type, index)
    put(serial, type, place, report)
    expected.created += 1
    stand({ ...place, type }, telemetryState(type, report.hash, report.active, report.alarm))
  }
  return { text: `${rows.join('\n')}\n`, lines: rows.length - 1, expected }
}
