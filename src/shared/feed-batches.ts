import { z } from 'zod'
import { Day, daysInOrder, daysReversed } from './dates.ts'
import type { DeviceState } from './devices.ts'
import { type FeedResult, flag } from './feed.ts'
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
/** What the address of the list holds besides its page: the batch that is open. */
export const BatchFilters = z.object({ batch: unlimited(Id) })

/** One applied feed; read = created + updated + unchanged + conflict + refused. */
export type BatchRow = {
  id: number
  businessDate: string
  restated: boolean
  /** ISO instant. */
  appliedAt: string
  actor: string
  source: 'file' | 'rows' | 'configured' | 'pull' | 'simulation' | 'transfer' | 'live'
  fileName: string | null
  read: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  refused: number
  /** ISO instant at which the last of its machines went back; null = in force, for some of them at least. */
  undoneAt: string | null
  undoneBy: string | null
  /** Machines that it has told of; null = nobody has counted them. `machinesUndone` of them are as they were before it. */
  machines: number | null
  machinesUndone: number
  /** The bases whose machines it told of. */
  bases: { id: number; name: string }[]
  /** Whether it can still be undone: by the managers of its base, of several bases by the management alone. */
  undoable: boolean
}

/** What an update without a file reads: the address of the deployment, or the made-up reports of the demonstration; null = nothing. */
export type ConfiguredFeed = { source: 'configured' | 'simulation' | null }

/** Every line was refused: the batch tells who sent what, it changed nothing, and no undo ends at it. */
export const isIdle = ({
  created,
  updated,
  unchanged,
  conflict,
}: Pick<BatchRow, 'created' | 'updated' | 'unchanged' | 'conflict'>): boolean =>
  created + updated + unchanged + conflict === 0

/** Why a batch cannot be undone at all; what is in the way of single machines says the rehearsal of an undo. */
export type UndoObstacle = { code: 'undone' | 'nothing' | 'dayOver' | 'forgotten'; text: string }

/** A batch with what it did, and whether it can be undone. */
export type BatchDetail = BatchRow & {
  result: FeedResult /** null = a feed. */
  transfer: TransferResult | null
  obstacle: UndoObstacle | null
}

/** A rehearsal without `id` tells of the newest batch that is in force and changed anything; an undo names its batch. With `companyId` only the machines of that base go back; `dryRun` only says which. */
export const UndoRequest = closedRequest({
  id: unlimited(Id),
  companyId: unlimited(Id),
  dryRun: flag,
  previewVersion: PreviewVersion,
})
export type UndoRequest = z.output<typeof UndoRequest>

/** Why a machine stays as it is when the batch goes back. */
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

/** A machine that stays: what happened to it, and what to do about it, in words. `batchId`: the newer batch that told of it. */
export type KeptMachine = {
  deviceId: number
  serial: string
  why: KeptReason
  happened: string
  whatToDo: string
  batchId: number | null
}

/** Machines that stay are listed up to so many, the rarest reasons first; `reasons` counts all. */
export const maxListedKept = 1_000
/** Machines that go back are listed up to so many, those whose state changes first; `undone` counts all. */
export const maxListedBack = 1_000

/**
 * A machine that goes back: from its present state to the one before the batch. `to` null = the batch registered it, and it is removed;
 * both alike = only what was measured goes back, or its row of a day that is over.
 */
export type BackMachine = { deviceId: number; serial: string; from: DeviceState; to: DeviceState | null }

/** What an undo gave back, or with dryRun would; total = undone + kept + those that had gone back before. */
export type UndoResult = {
  batchId: number
  businessDate: string
  dryRun: boolean
  /** Machines of the batch within reach. */
  total: number
  /** Machines that go back: restored and removed ones, and those of which nothing but the day has to be restored. */
  undone: number
  /** Machines that stay as they are. */
  kept: number
  reasons: { why: KeptReason; count: number; text: string }[]
  machines: KeptMachine[]
  /** Those that go back. */
  back: BackMachine[]
  /** Devices that the batch had registered and that are gone again. */
  removed: number
  /** Devices that are as they were before. */
  restored: number
  transitions: { from: DeviceState; to: DeviceState; count: number }[]
  /** Batches in which a feed of an earlier day wrote new owners, and which stay: each is undone by itself. */
  transfers?: number[]
  /** Of a preview: what its confirmation sends back, so that machines that have changed since are noticed. */
  previewVersion?: string
}
