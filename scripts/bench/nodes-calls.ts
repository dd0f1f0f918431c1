import { addDays } from '#shared/dates.ts'
import { today } from './bench.ts'

/** A call without a body is a GET. */
export type NodesCall = { what: string; path: string; body?: unknown }

/**
 * Return the calls of a base and of headquarters that are compared on several nodes and on one PostgreSQL.
 * @param days of the charts' range, which ends yesterday
 */
export function nodesCalls(days: number): readonly NodesCall[] {
  const range = { reservePeriod: 'day', businessDateQuery: [addDays(today(), -days), addDays(today(), -1)] }
  const page = { page: 1, size: 20 }
  return [
    { what: 'cards', path: '/api/data/getBasicDataByState/state', body: {} },
    { what: 'list by id', path: '/api/device/find/', body: { ...page, orderColumn: 'id', orderWay: 'asc' } },
    { what: 'list by serial', path: '/api/device/find/', body: { ...page, orderColumn: 'serial', orderWay: 'asc' } },
    { what: 'list of a state', path: '/api/device/find/', body: { ...page, state: 'low' } },
    { what: 'chart of rates', path: '/api/data/lineOnlineRateByDeviceDaily', body: range },
    { what: 'chart of states', path: '/api/data/getStackBarByState', body: range },
    { what: 'pie of types', path: '/api/data/getPieDataByIndicator/type', body: {} },
    { what: 'pie of sites', path: '/api/data/getPieDataBySiteDevice', body: {} },
    { what: 'pie of clients', path: '/api/data/getPieDataByClientDevice', body: {} },
    { what: 'pie of a day', path: '/api/data/getPieStateByDeviceDaily', body: {} },
    { what: 'line of a state', path: '/api/data/lineByDeviceDaily/low', body: range },
    { what: 'bars of sites', path: '/api/data/getDeviceBarBy/site', body: {} },
    { what: 'ranking of sites', path: '/api/data/orderSiteBy/online_rate', body: { size: 20 } },
    { what: 'ranking of clients', path: '/api/data/orderClientBy/offline_device_count', body: { size: 20 } },
    { what: 'provinces', path: '/api/data/byProvince', body: {} },
    { what: 'chart of repairs', path: '/api/data/byRepairDaylyOut', body: range },
    { what: 'coverage', path: '/trpc/charts.coverage' },
    { what: 'newest feed', path: '/trpc/charts.newestFeed?input={}' },
    { what: 'warnings', path: '/api/device/findWarnings', body: { ...page, state: 'low' } },
    { what: 'repairs', path: '/api/repairDaily/find/', body: page },
    { what: 'overview', path: '/trpc/today.get' },
  ]
}
