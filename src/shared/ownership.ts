import type { Day } from './dates.ts'

/** Changes of a machine that keep its state, as causes of events. */
export const ownershipCauses = ['transfer', 'typeChange', 'workerChange'] as const
export type OwnershipCause = (typeof ownershipCauses)[number]

/** Ids of a machine's owners and site; 0 = none. */
export type OwnerIds = { companyId: number; clientId: number; accountId: number; siteId: number }
/** Content of an event of cause `transfer`: `date` = the first day of the new owner. */
export type OwnershipChange = { date: Day; from: OwnerIds; to: OwnerIds }
/** Content of an event of the other causes: the type, or the worker's name. */
export type ValueChange = { from: string | null; to: string | null }

/**
 * Names of an owner, as far as the reader may know them: "another client" and "another base" replace those of others.
 * null = none.
 */
export type OwnerNames = { company: string | null; site: string | null; client: string | null; account: string | null }
