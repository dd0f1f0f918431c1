import type { DeviceState, DeviceType } from '#shared/devices.ts'
import { demoClients, demoSites } from './places-data.ts'
import type { Random } from './random.ts'

/** The true condition of a machine, which its reports only partly show. Days are indexes of the simulation. */
export type Condition =
  | { kind: 'healthy' }
  /** Runs below k × target. A machine with `needsRepair` does not recover by itself. */
  | { kind: 'weak'; factor: number; until: number; needsRepair: boolean }
  | { kind: 'alarm'; until: number; workerDown: boolean }
  | { kind: 'dead'; until: number; needsRepair: boolean; silent: boolean }
  | { kind: 'vanished' }

export type DemoDevice = {
  index: number
  serial: string
  type: DeviceType
  site: number
  client: number
  account: number
  worker: string
  /** Day of its registration. */
  since: number
  neverReports: boolean
  /** Hash rate of the healthy machine as a share of its type's target. */
  quality: number
  /** Factor of its failure probability. */
  fragility: number
  condition: Condition
  state: DeviceState
  stateSince: Date
  repairTimes: number
  everReported: boolean
  hashRate: number | null
  workerActive: boolean
  lastReportAt: Date | null
  lastSeen: number
  /** Day of the next action of people: send it, return it, put it back on line. */
  actionDay: number | null
  /** The day of its last return, for "after the return". */
  returned: number | null
  openRepair: number | null
  /** Day when it was scrapped; no dailies afterwards. */
  scrapped: number | null
}

export const demoAccounts = demoClients.flatMap((client, clientIndex) =>
  client.accounts.map((account) => ({ ...account, client: clientIndex })),
)

/** Return the accounts with machines on a site, weighted by their numbers of machines. */
const weightsOnSite = (site: number) =>
  demoAccounts.map((account) => {
    const client = demoClients[account.client]
    const whole = client?.accounts.reduce((sum, other) => sum + other.share, 0) ?? 1
    const share = ((client?.share ?? 0) * account.share) / whole
    return account.site === site ? share * 0.82 : account.second === site ? share * 0.18 : 0
  })

/**
 * Create 2,000 machines in the order of their commissioning. Most exist since `first`; a batch of 24 came to the last
 * site 45 days before `today`, and 10 were delivered 6 days before it and have never reported.
 */
export function makeDevices(random: Random, first: number, today: number, start: Date): DemoDevice[] {
  const devices: DemoDevice[] = []
  let number = 0
  demoSites.forEach((site, siteIndex) => {
    const weights = weightsOnSite(siteIndex)
    const lastSite = siteIndex === demoSites.length - 1
    for (let place = 0; place < site.devices; place += 1) {
      const account = random.weighted(weights)
      const type: DeviceType = random.chance(0.64) ? 'T30' : 'T20'
      const late = lastSite && place >= site.devices - 34
      const neverReports = lastSite && place >= site.devices - 10
      number += random.whole(1, 7)
      const owner = demoAccounts[account]
      devices.push({
        index: devices.length,
        serial: `${type === 'T30' ? 'T30A' : 'T20B'}${late ? 25 : 24}${String(number).padStart(5, '0')}`,
        type,
        site: siteIndex,
        client: owner?.client ?? 0,
        account,
        worker: `${owner?.name ?? ''}.${String(Math.floor(place / 24) + 1).padStart(2, '0')}x${String((place % 24) + 1).padStart(2, '0')}`,
        since: neverReports ? today - 6 : late ? today - 45 : first + Math.floor(siteIndex / 2),
        neverReports,
        quality: Math.min(1.08, Math.max(0.9, random.around(type === 'T30' ? 1 : 0.98, 0.03))),
        fragility: (random.chance(0.03) ? 7 : 1) * (type === 'T20' ? 1.4 : 0.8),
        condition: { kind: 'healthy' },
        state: 'offline',
        stateSince: start,
        repairTimes: 0,
        everReported: false,
        hashRate: null,
        workerActive: false,
        lastReportAt: null,
        lastSeen: first,
        actionDay: null,
        returned: null,
        openRepair: null,
        scrapped: null,
      })
    }
  })
  return devices
}
