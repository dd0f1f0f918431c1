import { z } from 'zod'
import type { Day } from './dates.ts'
import type { DayChange } from './day-lists.ts'
import type { DeviceCare } from './device-care.ts'
import { CareFilters, DeviceFilters, type DeviceRow } from './devices.ts'
import type { OwnerNames, OwnershipCause, ValueChange } from './ownership.ts'
import { camelCase, OrderWay, type Page, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

export const TimelineRequest = closedRequest({ id: Id, ...Paging.shape })
/**
 * A change of one device: of its state (`from` and `to`), or of its owner, type or worker; then the state is the same
 * before and after.
 */
export type TimelineEntry = Omit<DayChange, 'cause'> & {
  id: string
  cause: DayChange['cause'] | OwnershipCause
  /** The batch that caused it; null = none, or hidden from the reader. */
  batchId: number | null
  /**
   * Another owner or site from `date` on; also for cause `undo`, which restores the former one. Names as far as the
   * reader may know them.
   */
  transfer: { date: Day; from: OwnerNames; to: OwnerNames } | null
  /** Another type or worker. */
  changed: ValueChange | null
}
export type Timeline = Page<TimelineEntry>

/** Size of the list of possible reviewers (R256). */
export const reviewerListSize = 200
export type Reviewer = { id: number; name: string }
export const ReviewersRequest = z.object({ id: Id, name: unlimited(z.string().trim().max(64)) })
/** The documented body is a list of id and name; the name is ignored. */
export const AddChecksRequest = z.object({
  id: Id,
  people: z
    .array(z.object({ id: Id, name: z.unknown().optional() }))
    .min(1)
    .max(reviewerListSize),
})

/** States that need attention; the list shows the first by default (R061). */
export const warningStates = ['warn', 'low', 'offline'] as const
export type WarningState = (typeof warningStates)[number]
/** Columns of the warning list; by default the longest in trouble first. */
export const warningSortColumns = [
  'stateSince',
  'serial',
  'site',
  'client',
  'account',
  'type',
  'repairTimes',
  'hashRate',
  'lastReportAt',
  'id',
] as const
export type WarningSortColumn = (typeof warningSortColumns)[number]
const { companyId, clientId, accountId, siteId, type, serial, serialList } = DeviceFilters.shape
export const WarningListRequest = closedRequest({
  companyId,
  clientId,
  accountId,
  siteId,
  type,
  serial,
  serialList,
  ...CareFilters.shape,
  state: unlimited(z.enum(warningStates)).transform((state) => state ?? 'warn'),
  ...Paging.shape,
  orderColumn: unlimited(
    z.preprocess((value) => (typeof value === 'string' ? camelCase(value) : value), z.enum(warningSortColumns)),
  ),
  orderWay: OrderWay,
})
export type WarningListRequest = z.output<typeof WarningListRequest>
/** A user's filters and order of the warning list, as in the page address. */
export const WarningFilters = WarningListRequest.omit({ page: true, size: true, companyId: true })
/** `care` = the users' notes about this trouble, null for its owner. */
export type WarningRow = DeviceRow & { care: DeviceCare | null }
export type WarningList = Page<WarningRow> & { counts: Record<WarningState, number> }
