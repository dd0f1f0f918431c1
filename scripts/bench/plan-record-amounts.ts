import { eventAmounts } from './plan-event-records.ts'
import { machineAmounts } from './plan-machine-records.ts'

/** Numbers of rows other than devices and their days, for a fleet of 1,000,000 that is three years old. */
export const amounts = {
  users: 100_000,
  projects: 100_000,
  audit: 5_000_000,
  changes: 3_000_000,
  repairs: 300_000,
  traces: 400_000,
  testees: 50_000,
  comments: 300_000,
  reports: 200_000,
  classes: 20_000,
  reservations: 200_000,
  orders: 50_000,
  movements: 300_000,
  checks: 500_000,
  conflicts: 50_000,
  batches: 5_000,
  ...eventAmounts,
  ...machineAmounts,
}
export type RecordAmounts = typeof amounts
