import { filteredFactsOf } from '#server/services/fact-filter.ts'
import type { DeviceExportRequest } from '#shared/devices.ts'

type Narrowing = Omit<DeviceExportRequest, 'format' | 'language' | 'columns' | 'orderColumn' | 'orderWay'>

/** Return the filters of an exported list for the audit log, in this order. */
export function loggedFilters(filters: Narrowing) {
  const { companyId, clientId, accountId, siteId, type, state, repairTimes, serial } = filters
  const { activeWorkerState, province, name, serialList } = filters
  return {
    ...{ companyId, clientId, accountId, siteId, type, state, repairTimes, serial },
    ...{ activeWorkerState, province, name, serialList, ...filteredFactsOf(filters) },
  }
}
