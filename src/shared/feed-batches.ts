import { z } from 'zod'
import { Day, daysInOrder, daysReversed } from './dates.ts'
import type { DeviceState } from './devices.ts'
import { type FeedCounts, type FeedResult, flag } from './feed.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, PreviewVersion, unlimited } from './request-fields.ts'
import type { TransferResult } from './transfers.ts'

export const BatchListRequest = closedRequest({
  ...Paging.shape,
  companyId: unlimited(Id),
  startDate: unlimited(Day),
  endDate: unlimited(Day),
}).refine(daysInOrder, daysReversed)
export type BatchListRequest = z.output<typeof BatchListRequest>
/** Parameters of the list's address other than its page: the open batch. */
export const BatchFilters = z.object({ batch: unlimited(Id) })

/** One applied feed; read = created + updated + unchanged + conflict + refused. */
export type BatchRow = FeedCounts & {
  id: number
  businessDate: string
  restated: boolean
  /** ISO instant. */
  appliedAt: string
  actor: string
  source: 'file' | 'rows' | 'configured' | 'pull' | 'simulation' | 'transfer' | 'live'
  fileName: string | null
  /** ISO instant of the undo of its last machine; null = at least some of its machines are in force. */
  undoneAt: string | null
  undoneBy: string | null
  /** Number of machines in the batch; null = not counted. `machinesUndone` of them are in their state before it. */
  machines: number | null
  machinesUndone: number
  /** The bases of its machines. */
  bases: { id: number; name: string }[]
  /** Can it still be undone? The managers of its base may undo it; for several bases, only the management. */
  undoable: boolean
}

/**
 * The source of an update without a file: the address of the deployment, or the simulated reports of the demonstration;
 * null = none.
 */
export type ConfiguredFeed = { source: 'configured' | 'simulation' | null }

/** Was every line refused? The batch records who sent what, it changed nothing, and an undo skips it. */
export const isIdle = ({
  created,
  updated,
  unchanged,
  conflict,
}: Pick<BatchRow, 'created' | 'updated' | 'unchanged' | 'conflict'>): boolean =>
  created + updated + unchanged + conflict === 0

/** Why a batch cannot be undone at all; the dry run of an undo reports the obstacles of single machines. */
export type UndoObstacle = { code: 'undone' | 'nothing' | 'dayOver' | 'forgotten'; text: string }

/** A batch with its result, and whether it can be undone. */
export type BatchDetail = BatchRow & {
  result: FeedResult /** null = a feed. */
  transfer: TransferResult | null
  obstacle: UndoObstacle | null
}

/**
 * A dry run without `id` uses the newest batch in force that changed anything; an undo names its batch. With
 * `companyId` only the machines of that base are undone; `dryRun` only reports them.
 */
export const UndoRequest = closedRequest({
  id: unlimited(Id),
  companyId: unlimited(Id),
  dryRun: flag,
  previewVersion: PreviewVersion,
})
export type UndoRequest = z.output<typeof UndoRequest>

/** Why a machine keeps its state in the undo of a batch. */
export const keptReasons = [
  'laterBatch',
  'transferred',
  'sentToRepair',
  'returned',
  'lost',
  'found',
  'scrapped',
  'conflictDecided',
  'recorded',
  'otherSite',
  'changed',
] as const
export type KeptReason = (typeof keptReasons)[number]

/**
 * A machine that the undo leaves unchanged: what happened to it, and what to do about it, as text. `batchId`: the newer
 * batch that contains it.
 */
export type KeptMachine = {
  deviceId: number
  serial: string
  why: KeptReason
  happened: string
  whatToDo: string
  batchId: number | null
}

/** Maximum number of kept machines in the list, the rarest reasons first; `reasons` counts all. */
export const maxListedKept = 1_000
/** Maximum number of undone machines in the list, those whose state changes first; `undone` counts all. */
export const maxListedBack = 1_000

/**
 * A machine that is undone: from its present state to the one before the batch. `to` null = the batch registered it,
 * and it is removed; equal states = only its measurements are undone, or its row of a past day.
 */
export type BackMachine = { deviceId: number; serial: string; from: DeviceState; to: DeviceState | null }

/** The result of an undo, or of its dry run; total = undone + kept + those undone earlier. */
export type UndoResult = {
  batchId: number
  businessDate: string
  dryRun: boolean
  /** Machines of the batch within reach. */
  total: number
  /** Machines that are undone: restored and removed ones, and those with only a row of the day to restore. */
  undone: number
  /** Machines that keep their present state. */
  kept: number
  reasons: { why: KeptReason; count: number; text: string }[]
  machines: KeptMachine[]
  /** The machines that are undone. */
  back: BackMachine[]
  /** Devices that the batch had registered and that are removed again. */
  removed: number
  /** Devices restored to their state before the batch. */
  restored: number
  transitions: { from: DeviceState; to: DeviceState; count: number }[]
  /** Batches in which a feed of an earlier day wrote new owners; they stay in force, and each has its own undo. */
  transfers?: number[]
  /** For a preview: the value to send with its confirmation, so that machines changed since are detected. */
  previewVersion?: string
}
