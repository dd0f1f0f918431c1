import { z } from 'zod'
import { DeviceFilters, type DeviceState } from './devices.ts'
import { maxPageSize, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Why a machine needs a user's decision: it is away for repair, or lost, but reports hash rate. */
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
  /** Resolved conflicts instead of waiting ones. */
  resolved: unlimited(z.boolean()),
})
export type ConflictListRequest = z.output<typeof ConflictListRequest>
/** A user's filters of the list; `resolved` "yes" in the address. */
export const ConflictFilters = z.object({
  ...ConflictListRequest.pick({ reason: true, siteId: true, clientId: true, serial: true }).shape,
  resolved: unlimited(z.literal('yes')),
})

/** The unexpected report of a machine. Hash rate in TH/s; `reportedAt` an ISO instant, null = the time of the feed. */
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

/**
 * found: a lost machine was found; it becomes offline, then takes the state of its report. keep: it keeps its state.
 * lost, scrap: it takes that state.
 */
export const conflictDecisions = ['found', 'keep', 'lost', 'scrap'] as const
export type ConflictDecision = (typeof conflictDecisions)[number]

export const ConflictResolveRequest = closedRequest({
  ids: z.array(Id).min(1).max(maxPageSize),
  decision: z.enum(conflictDecisions),
  reason: unlimited(z.string().trim().max(500)),
})
export type ConflictResolveRequest = z.output<typeof ConflictResolveRequest>

/** Number of resolved conflicts; conflicts whose device does not allow the decision keep waiting. */
export type ConflictResolveAnswer = {
  decision: ConflictDecision
  resolved: number
  refused: { serial: string; state: DeviceState }[]
}
