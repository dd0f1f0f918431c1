import { z } from 'zod'
import { DeviceFilters, type DeviceState } from './devices.ts'
import { maxPageSize, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Why a machine waits for a person: it is away for repair, or lost, and reports hash rate all the same. */
export const conflictReasons = ['custodyReports', 'lostReports'] as const
export type ConflictReason = (typeof conflictReasons)[number]

export const ConflictListRequest = closedRequest({
  ...Paging.shape,
  ...DeviceFilters.pick({
    companyId: true,
    clientId: true,
    accountId: true,
    siteId: true,
    type: true,
    state: true,
    serial: true,
  }).shape,
  reason: unlimited(z.enum(conflictReasons)),
  /** Those that somebody has decided, instead of those that wait. */
  resolved: unlimited(z.boolean()),
})
export type ConflictListRequest = z.output<typeof ConflictListRequest>
/** What a person narrows the list by; `resolved` "yes" in the address. */
export const ConflictFilters = z.object({
  ...ConflictListRequest.pick({ reason: true, siteId: true, clientId: true, serial: true }).shape,
  resolved: unlimited(z.literal('yes')),
})

/** What the machine reported while it should not have. Hash rate in TH/s; `reportedAt` an ISO instant, null = when the feed came. */
export type ConflictTelemetry = {
  hashRate: number | null
  activeWorker: string | null
  activeWorkerState: boolean | null
  alarm: boolean
  reportedAt: string | null
}

export type ConflictRow = {
  id: number
  reason: ConflictReason
  deviceId: number
  serial: string
  state: DeviceState
  site: string | null
  client: string | null
  batchId: number
  telemetry: ConflictTelemetry
  /** ISO instants. */
  createdAt: string
  resolvedAt: string | null
  resolvedBy: string | null
}

/** found: a lost machine is there again, offline, then whatever its report means. keep: it stays as it is. lost, scrap: it is marked so. */
export const conflictDecisions = ['found', 'keep', 'lost', 'scrap'] as const
export type ConflictDecision = (typeof conflictDecisions)[number]

export const ConflictResolveRequest = closedRequest({
  ids: z.array(Id).min(1).max(maxPageSize),
  decision: z.enum(conflictDecisions),
  reason: unlimited(z.string().trim().max(500)),
})
export type ConflictResolveRequest = z.output<typeof ConflictResolveRequest>

/** How many were decided; those whose device does not allow it wait on. */
export type ConflictResolveAnswer = {
  decision: ConflictDecision
  resolved: number
  refused: { serial: string; state: DeviceState }[]
}
