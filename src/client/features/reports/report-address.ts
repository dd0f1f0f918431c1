import { reportStatuses } from '#shared/reports.ts'
import { tankerTypes } from '#shared/reservations.ts'

/** What of the list of reports stands in the address, besides page and size. */
export const reportFilterNames = ['name', 'from', 'to', 'state', 'type', 'company'] as const
export const reportFilterValues = { state: reportStatuses, type: tankerTypes }
