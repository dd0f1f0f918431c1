import { z } from 'zod'
import type { Rate } from './charts.ts'
import { Day } from './dates.ts'
import { DeviceFilters, States } from './devices.ts'
import type { OwnerNames } from './ownership.ts'
import { type Page, Paging } from './paging.ts'
import { closedRequest, Id, LanguageField, PreviewVersion, unlimited, wholeNumber } from './request-fields.ts'
import { selectionLimit } from './selected-devices.ts'

/** So many days back may a transfer reach. Source: fleet.md, Second pass. */
export const transferDays = 60
/** Serials that a preview names of those that are refused for one reason; `count` counts all. */
export const namedRefused = 20
/** Groups of former and new owners that an answer lists, the largest first; more are counted in `groupCount`. */
export const listedGroups = 100

const reach = { error: 'tooManyMachines' }
const chosen = ['ids', 'serials', 'filters'] as const
/**
 * The machines: by id; by serial, in any letter case; or all that match the filters of the device list, with how many that were (`expected`)
 * when the person said so. Exactly one of the three.
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
 * Where they go; what is not named stays. 0 = no client, or no sub-account, any more. A sub-account brings its client with it; another client
 * without a sub-account takes the former one away. A site of another base moves the machines to that base, for anyone who may act in both.
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
  /** The first day of the new owner, today or up to `transferDays` before; today when left out. */
  date: unlimited(Day),
  reason: TransferReason,
  /** Scrapped machines of the selection stay where they are instead of refusing the transfer. */
  leaveScrapped: unlimited(z.boolean()),
  /** Says what would happen and changes nothing. */
  dryRun: unlimited(z.boolean()),
  previewVersion: PreviewVersion,
  language: LanguageField,
})
export type TransferRequest = z.output<typeof TransferRequest>

/** Why machines are refused; the word is `transfer.refused.<reason>`. */
export const transferRefusals = ['unknown', 'scrapped', 'daysElsewhere', 'repairing', 'partsFitted', 'issued'] as const
export type TransferRefusalReason = (typeof transferRefusals)[number]
export type TransferRefusal = {
  reason: TransferRefusalReason
  count: number /** At most `namedRefused`. */
  serials: string[]
  text: string
}

/** Machines that go the same way. */
export type TransferGroup = { from: OwnerNames; to: OwnerNames; count: number }

export const transferKinds = ['company', 'site', 'client', 'account'] as const
/** What a place gains (+) or loses (−), and its rates from the first day to today in percent (in service), before and after; null = no denominator. */
export type TransferShare = {
  kind: (typeof transferKinds)[number]
  id: number
  name: string
  /** Today. */
  machines: number
  /** Rows of all days from the first on. */
  machineDays: number
  rates: Record<Rate, { before: number | null; after: number | null }>
}

/** The statement of a client and month in which days change. `machineDays` signed; `issuedAt` an ISO instant: such a month refuses the transfer. */
export type TransferStatement = {
  clientId: number
  client: string
  month: string
  machineDays: number
  issuedAt: string | null
}

/** What a transfer did, or with dryRun would do. selected = moved + unchanged + left + those that are refused. */
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
  /** Belong there already, on every one of the days. */
  unchanged: number
  /** Scrapped ones that stay, because that was asked for. */
  left: number
  /** Days of which rows are restated, and how many rows that are. */
  days: Day[]
  machineDays: number
  groups: TransferGroup[]
  groupCount: number
  shares: TransferShare[]
  statements: TransferStatement[]
  refused: TransferRefusal[]
  /** Why it would be refused as it is, in words; null = it can be done. */
  obstacle: string | null
  /** Of a preview: what its confirmation sends back, so that machines that have changed since are noticed. */
  previewVersion?: string
}

/** What the batch of a transfer tells: its answer as it was given, in the language of who did it, and why it was done. */
export type TransferResult = TransferAnswer & { reason: string }

/** The machines of a batch, or of a feed that named other owners, that it gave to somebody else. */
export const TransferredRequest = closedRequest({
  batchId: Id,
  serial: unlimited(z.string().trim().max(64)),
  ...Paging.shape,
})
export type TransferredRequest = z.output<typeof TransferredRequest>
/** `undone` = it went back since. */
export type TransferredRow = {
  deviceId: number
  serial: string
  date: Day
  from: OwnerNames
  to: OwnerNames
  undone: boolean
}
export type Transferred = Page<TransferredRow>
