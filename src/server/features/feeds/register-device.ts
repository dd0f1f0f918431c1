import type { Territory } from '#server/db/device-set.ts'
import type { MachineType } from '#shared/machine-types.ts'
import type { ParsedLine } from './parse-line.ts'
import type { FleetDevice } from './read-fleet.ts'
import { isUnresolved, type PlaceResolver, type Unresolved } from './resolve-places.ts'

/** The context for registering a new machine. `now` in ms since 1970. */
type Registering = { places: PlaceResolver; territory: Territory; types: readonly MachineType[]; now: number }

/** Return a refusal if a line gives a retired type to a new machine, or to a machine of another type. */
export function retiredType(
  { types }: Pick<Registering, 'types'>,
  line: ParsedLine,
  current: string | null,
): Unresolved | null {
  if (line.type === undefined || line.type === current) return null
  const isRetired = types.some(({ name, retired }) => retired && name === line.type)
  return isRetired ? { reason: 'typeRetired', value: line.type } : null
}

/** Return the new device that its line describes, before its first report: registered means offline. */
export function register(line: ParsedLine, input: Registering): FleetDevice | Unresolved {
  const { places, territory, now } = input
  const companyId = places.tenant(line)
  if (typeof companyId === 'object') return companyId
  if (line.type === undefined) return { reason: 'typeMissing', value: '' }
  const retired = retiredType(input, line, null)
  if (retired) return retired
  const owner = places.owner(companyId, line, null)
  if (isUnresolved(owner)) return owner
  const [onlySite] = territory.siteIds ?? []
  if (territory.siteIds !== null && owner.siteId === null) {
    if (territory.siteIds.length !== 1 || onlySite === undefined) return { reason: 'companyUnclear', value: '' }
    owner.siteId = onlySite
  }
  const unreported = {
    activeWorker: null,
    activeWorkerState: false,
    hashRate: null,
    lastReportAt: null,
    stateSince: now,
  }
  const { clientId, accountId, siteId } = owner
  return {
    id: 0,
    serial: line.serial,
    companyId,
    clientId,
    accountId,
    siteId,
    type: line.type,
    state: 'offline',
    ...unreported,
  }
}
