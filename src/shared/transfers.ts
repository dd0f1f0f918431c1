import { z } from 'zod'
import type { Rate } from './charts.ts'
import { Day } from './dates.ts'
import { DeviceFilters, States } from './devices.ts'
import type { OwnerNames } from './ownership.ts'
import { type Page, Paging } from './paging.ts'
import { closedRequest, Id, LanguageField, PreviewVersion, unlimited, wholeNumber } from './request-fields.ts'
import { selectionLimit } from './selected-devices.ts'

/** Maximum number of days for which a transfer may be backdated. Source: fleet.md, Second pass. */
export const transferDays = 60
/** Maximum number of serials that a preview lists for one reason of refusal; `count` counts all. */
export const namedRefused = 20
/** Maximum groups of former and new owners in a response, the largest first; `groupCount` counts all. */
export const listedGroups = 100

const reach = { error: 'tooManyMachines' }
const chosen = ['ids', 'serials', 'filters'] as const
/**
 * The machines: by id; by serial, in any letter case; or all that match the filters of the device list, with their
 * number (`expected`) at the time of the user's confirmation. Exactly one of the three.
 */
export const TransferSelection = closedRequest({
  ids: unlimited(z.array(Id).min(1, 'missing').max(selectionLimit, reach)),
  serials: unlimited(z.array(z.string().trim().min(1).max(64)).min(1, 'missing').max(selectionLimit, reach)),
  filters: z.preprocess(
    (value) => value ?? undefined,
    closedRequest({ ...DeviceFilters.shape, states: States }).optional(),
  ),
  expected: unlimited(z.number().int().min(1).max(selectionLimit, reach)),
})
  .refine((selection) => chosen.filter((kind) => selection[kind] !== undefined).length === 1, {
    message: 'oneSelection',
  })
  .refine(({ filters, expected }) => filters === undefined || expected !== undefined, {
    path: ['expected'],
    message: 'missing',
  })
export type TransferSelection = z.output<typeof TransferSelection>

const largestId = 2_147_483_647
/**
 * The new owners; a missing field stays unchanged. 0 = no client, or no sub-account, from now on. A sub-account sets
 * its client; another client without a sub-account removes the former sub-account. A site of another base moves the
 * machines to that base, if the caller may act in both.
 */
export const TransferTarget = closedRequest({
  clientId: unlimited(wholeNumber(0, largestId)),
  accountId: unlimited(wholeNumber(0, largestId)),
  siteId: unlimited(Id),
}).refine((target) => Object.values(target).some((id) => id !== undefined), { path: ['clientId'], message: 'noTarget' })
export type TransferTarget = z.output<typeof TransferTarget>

export const TransferReason = z.string().trim().min(1, 'missing').max(500)
export const TransferRequest = closedRequest({
  selection: TransferSelection,
  to: TransferTarget,
  /** The first day of the new owner, today or up to `transferDays` before; today by default. */
  date: unlimited(Day),
  reason: TransferReason,
  /** Leave scrapped machines of the selection where they are instead of refusing the transfer. */
  leaveScrapped: unlimited(z.boolean()),
  /** Only report what would happen. */
  dryRun: unlimited(z.boolean()),
  previewVersion: PreviewVersion,
  language: LanguageField,
})
export type TransferRequest = z.output<typeof TransferRequest>

/** Why machines are refused; the text is `transfer.refused.<reason>`. */
export const transferRefusals = ['unknown', 'scrapped', 'daysElsewhere', 'repairing', 'partsFitted', 'issued'] as const
export type TransferRefusalReason = (typeof transferRefusals)[number]
export type TransferRefusal = {
  reason: TransferRefusalReason
  count: number /** At most `namedRefused`. */
  serials: string[]
  text: string
}

/** Machines with the same former and new owners. */
export type TransferGroup = { from: OwnerNames; to: OwnerNames; count: number }

export const transferKinds = ['company', 'site', 'client', 'account'] as const
/**
 * Gain (+) or loss (−) of a place, and its rates from the first day to today in percent (in service), before and after;
 * null = no denominator.
 */
export type TransferShare = {
  kind: (typeof transferKinds)[number]
  id: number
  name: string
  /** Machines today. */
  machines: number
  /** Rows of all days from the first on. */
  machineDays: number
  rates: Record<Rate, { before: number | null; after: number | null }>
}

/**
 * A client's statement of a month whose days change. `machineDays` signed; `issuedAt` an ISO instant: an issued month
 * refuses the transfer.
 */
export type TransferStatement = {
  clientId: number
  client: string
  month: string
  machineDays: number
  issuedAt: string | null
}

/** The result of a transfer, or of its dry run. selected = moved + unchanged + left + refused ones. */
export type TransferAnswer = {
  /** null = nothing was written. */
  batchId: number | null
  dryRun: boolean
  /** The first day of the new owner. */
  date: Day
  /** The business day of the transfer itself; days from `date` up to it are restated. */
  today: Day
  selected: number
  moved: number
  /** Machines that already belong there, on every one of the days. */
  unchanged: number
  /** Scrapped machines that stay, as requested. */
  left: number
  /** Days with restated rows, and the number of these rows. */
  days: Day[]
  machineDays: number
  groups: TransferGroup[]
  groupCount: number
  shares: TransferShare[]
  statements: TransferStatement[]
  refused: TransferRefusal[]
  /** Why the transfer would be refused as it is, as text; null = it can be done. */
  obstacle: string | null
  /** For a preview: the value to send with its confirmation, so that machines changed since are detected. */
  previewVersion?: string
}

/** The stored result of a transfer's batch: its response in the language of the user who did it, and the reason. */
export type TransferResult = TransferAnswer & { reason: string }

/** The machines of a batch, or of a feed with other owners, that it moved to another owner. */
export const TransferredRequest = closedRequest({
  batchId: Id,
  serial: unlimited(z.string().trim().max(64)),
  ...Paging.shape,
})
export type TransferredRequest = z.output<typeof TransferredRequest>
/** `undone` = undone since. */
export type TransferredRow = {
  deviceId: number
  serial: string
  date: Day
  from: OwnerNames
  to: OwnerNames
  undone: boolean
}
export type Transferred = Page<TransferredRow>
