import { askedFacts } from '#server/services/fact-filter.ts'
import type { DeviceExportRequest } from '#shared/devices.ts'

type Narrowing = Omit<DeviceExportRequest, 'format' | 'language' | 'columns' | 'orderColumn' | 'orderWay'>

/** Return the filters of an exported list for the audit log, in this order. */
export function loggedFilters(asked: Narrowing) {
  const { companyId, clientId, accountId, siteId, type, state, repairTimes, serial } = asked
  const { activeWorkerState, province, name, serialList } = asked
  return {
    ...{ companyId, clientId, accountId, siteId, type, state, repairTimes, serial },
    ...{ activeWorkerState, province, name, serialList, ...askedFacts(asked) },
  }
}
