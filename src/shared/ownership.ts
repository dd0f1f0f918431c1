import type { Day } from './dates.ts'

/** Changes of a machine that leave its state alone, as causes of events. */
export const ownershipCauses = ['transfer', 'typeChange', 'workerChange'] as const
export type OwnershipCause = (typeof ownershipCauses)[number]

/** Ids of whom a machine belongs to and where it stands; 0 = none. */
export type OwnerIds = { companyId: number; clientId: number; accountId: number; siteId: number }
/** What an event of cause `transfer` tells: `date` = the first day of the new owner. */
export type OwnershipChange = { date: Day; from: OwnerIds; to: OwnerIds }
/** What an event of another such cause tells: the type, or the worker's name. */
export type ValueChange = { from: string | null; to: string | null }

/** Names of an owner, as far as the reader may know them: "another client", "another base" stand for those of others. null = none. */
export type OwnerNames = { company: string | null; site: string | null; client: string | null; account: string | null }
