export type FleetSizes = { clients: number; accounts: number; sites: number }

/** Devices → owners, as measured in data.md B. */
const measured: readonly (FleetSizes & { devices: number })[] = [
  { devices: 100, clients: 3, accounts: 6, sites: 2 },
  { devices: 10_000, clients: 20, accounts: 100, sites: 25 },
  { devices: 100_000, clients: 100, accounts: 600, sites: 150 },
  { devices: 1_000_000, clients: 200, accounts: 2_000, sites: 500 },
]

/**
 * Return the clients, accounts (a multiple of the clients) and sites of a fleet; between and beyond the measured sizes
 * by powers.
 */
export function fleetSizes(devices: number): FleetSizes {
  const upper = Math.max(
    1,
    Math.min(
      measured.length - 1,
      measured.findIndex((row) => row.devices >= devices) === -1
        ? measured.length - 1
        : measured.findIndex((row) => row.devices >= devices),
    ),
  )
  const [below, above] = [measured[upper - 1], measured[upper]]
  if (!below || !above) throw new Error('the table of sizes is empty')
  const way = Math.log(devices / below.devices) / Math.log(above.devices / below.devices)
  const between = (low: number, high: number) => Math.max(1, Math.round(low * (high / low) ** way))
  const clients = between(below.clients, above.clients)
  const accounts = clients * Math.max(1, Math.round(between(below.accounts, above.accounts) / clients))
  return { clients, accounts, sites: Math.max(2, between(below.sites, above.sites)) }
}
