import { z } from 'zod'
import { requiredAddress, safeAddress } from './channels.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited, wholeNumber } from './request-fields.ts'

/**
 * Result of the last download: applied, nothing new, a question that a user has to answer, or a failure to read or
 * apply.
 */
export const pullStates = ['applied', 'unchanged', 'question', 'failed'] as const
export type PullState = (typeof pullStates)[number]
export const pullLimits = { leastMinutes: 5, mostMinutes: 1_440 } as const

export const feedSourceFields = {
  /**
   * The https address of a feed; if missing in a change, the stored one stays. It is stored encrypted, because it may
   * contain a token.
   */
  address: unlimited(safeAddress('feedAddress')),
  everyMinutes: wholeNumber(pullLimits.leastMinutes, pullLimits.mostMinutes),
}
/**
 * With an id it changes that source, which stays with its base; it is applied with the permissions of the user who
 * saved it last.
 */
export const FeedSourceSave = z.object({
  id: unlimited(Id),
  ...feedSourceFields,
  companyId: unlimited(Id),
  rowVersion: RowVersion,
})
export type FeedSourceSave = z.output<typeof FeedSourceSave>
/** The form for the first address of a base. */
export const NewFeedSource = z.object({
  ...FeedSourceSave.shape,
  companyId: Id,
  address: requiredAddress('feedAddress'),
})

export const FeedSourceListRequest = closedRequest({ ...Paging.shape, companyId: unlimited(Id) })
export type FeedSourceListRequest = z.output<typeof FeedSourceListRequest>
export const FeedSourceSwitch = z.object({ id: Id, on: z.boolean('yesNo'), rowVersion: RowVersion })
export type FeedSourceSwitch = z.output<typeof FeedSourceSwitch>

const RowId = z.int().min(1)
export const FeedSourceRow = z.object({
  id: RowId,
  host: z.string(),
  everyMinutes: z.int(),
  state: z.enum(['on', 'paused']),
  lastState: z.enum(pullStates).nullable(),
  lastPullStr: z.string().nullable(),
  /** Business time; null while it is paused. */
  nextPullStr: z.string().nullable(),
  /** Why nothing was applied. */
  problem: z.string().nullable(),
  /** The last applied batch. */
  batchId: RowId.nullable(),
  /** The user with whose permissions it is applied; null = DEVICE_FEED_URL, the operator's. */
  person: z.string().nullable(),
  companyId: RowId.nullable(),
  company: z.string().nullable(),
  updateTimeStr: z.string(),
  rowVersion: RowId,
})
export type FeedSourceRow = z.output<typeof FeedSourceRow>
