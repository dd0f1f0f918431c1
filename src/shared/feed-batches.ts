import type { z } from 'zod'
import { Day } from './dates.ts'
import type { DeviceState } from './devices.ts'
import type { FeedResult } from './feed.ts'
import { closedRequest, Id, Paging, unlimited } from './paging.ts'

export const BatchListRequest = closedRequest({ ...Paging.shape, companyId: unlimited(Id), startDate: unlimited(Day), endDate: unlimited(Day) })
export type BatchListRequest = z.output<typeof BatchListRequest>

/** One applied feed; read = created + updated + unchanged + conflict + refused. */
export type BatchRow = {
  id: number
  businessDate: string
  restated: boolean
  /** ISO instant. */
  appliedAt: string
  actor: string
  source: 'file' | 'rows' | 'configured' | 'simulation'
  fileName: string | null
  read: number
  created: number
  updated: number
  unchanged: number
  conflict: number
  refused: number
  /** ISO instant; null = in force. */
  undoneAt: string | null
  undoneBy: string | null
}

/** Every line was refused: the batch tells who sent what, it changed nothing, and no undo ends at it. */
export const isIdle = ({ created, updated, unchanged, conflict }: Pick<BatchRow, 'created' | 'updated' | 'unchanged' | 'conflict'>): boolean =>
  created + updated + unchanged + conflict === 0

/** Why a batch cannot be undone now. */
export type UndoObstacle = { code: 'undone' | 'nothing' | 'later' | 'dayOver' | 'forgotten' | 'changed'; text: string }

/** A batch with what it did, and whether it can be undone. */
export type BatchDetail = BatchRow & { result: FeedResult; obstacle: UndoObstacle | null }

/** Without `id`: the newest batch that is in force and changed anything. */
export const UndoRequest = closedRequest({ id: unlimited(Id), companyId: unlimited(Id) })

/** What an undo gave back. */
export type UndoResult = {
  batchId: number
  businessDate: string
  /** Devices that the batch had registered and that are gone again. */
  removed: number
  /** Devices that are as they were before. */
  restored: number
  transitions: { from: DeviceState; to: DeviceState; count: number }[]
}
