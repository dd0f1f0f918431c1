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

/** Why a batch cannot be undone now. */
export type UndoObstacle = { code: 'undone' | 'later' | 'dayOver' | 'forgotten' | 'changed'; text: string }

/** A batch with what it did, and whether it can be undone. */
export type BatchDetail = BatchRow & { result: FeedResult; obstacle: UndoObstacle | null }

/** Without `id`: the newest batch that is in force. */
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
