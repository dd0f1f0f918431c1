import { formatNumber, say } from '#client/i18n.ts'
import type { RepairRow } from '#shared/repairs.ts'

/** Return the days of a repair as text, and whether they still count; null = the record has none. */
export const clockText = ({ clockDays, clockRunning }: Pick<RepairRow, 'clockDays' | 'clockRunning'>): string | null =>
  clockDays === null
    ? null
    : say(clockRunning ? 'repairs.clockRunning' : 'repairs.clockStopped', { days: formatNumber(clockDays) })
