import { addDays } from '#shared/dates.ts'
import type { Call, Plan } from './burst-plan.ts'

const post = (path: string, body: unknown) => ({
  method: 'POST' as const,
  path,
  body: JSON.stringify(body),
  signedIn: true,
})
const get = (path: string) => ({ method: 'GET' as const, path, body: null, signedIn: true })
const list = post('/api/device/find/', { page: 1, size: 20 })

export type Office = { userName: string; password: string; today: string }

/**
 * Return the calls at eight o'clock: of a hundred, 1 signs in, 5 read the session, 12 save, 45 are lists and single
 * rows, 30 charts, 7 exports and reports. Source: trust.md L1 and O2
 */
export function burstCalls({ userName, password, today }: Office): Call[] {
  const period = { reservePeriod: 'day', businessDateQuery: [addDays(today, -14), addDays(today, -1)] }
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: period }))
  return [
    { kind: 'signIn', share: 1, ...post('/api/users/actions/login', { userName, password }), signedIn: false },
    { kind: 'session', share: 5, ...get('/api/users/info') },
    { kind: 'saving', share: 12, ...post('/api/project/save', { name: '冷库 {n}', city: '南京' }) },
    { kind: 'reading', share: 20, ...list },
    {
      kind: 'reading',
      share: 5,
      ...post('/api/device/find/', { page: 2, size: 20, state: 'low', orderColumn: 'serial' }),
    },
    { kind: 'reading', share: 8, ...post('/api/project/find/', { page: 1, size: 20 }) },
    { kind: 'reading', share: 5, ...post('/api/client/find/', { page: 1, size: 20 }) },
    { kind: 'reading', share: 5, ...post('/api/repairDaily/find/', { page: 1, size: 20 }) },
    { kind: 'reading', share: 2, ...post('/api/device/find/', { page: 1, size: 1 }) },
    { kind: 'charts', share: 8, ...post('/api/data/getStackBarByState', period) },
    { kind: 'charts', share: 8, ...post('/api/data/lineOnlineRateByDeviceDaily', period) },
    { kind: 'charts', share: 6, ...post('/api/data/lineHashRateByDeviceDaily', period) },
    { kind: 'charts', share: 4, ...post('/api/data/orderClientBy/online_rate', { size: 20 }) },
    { kind: 'charts', share: 4, ...get(`/trpc/charts.counts,charts.stackedStates?batch=1&input=${input}`) },
    { kind: 'heavy', share: 5, ...post('/api/device/export', { page: 1, size: 1020, format: 'csv' }) },
    { kind: 'heavy', share: 2, ...post('/api/machine/export', {}) },
  ]
}

/** Sent steadily before, during and after the burst: is the process alive, and is an ordinary list served as usual? */
export const burstProbes: Plan['probes'] = [
  { kind: 'health', share: 0, ...get('/healthz'), signedIn: false, everyMs: 100 },
  { kind: 'reading', share: 0, ...list, everyMs: 100 },
]
