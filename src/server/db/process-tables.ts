import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FeedResult, JobPhase } from '#shared/feed.ts'
import type { GeneratedInstant, Instant } from './column-types.ts'

/** One row: the time in microseconds of the last change of a company, client or account. */
export type PlaceVersionTable = { id: Generated<number>; version: string }

/** A background job, visible to the processes that do not run it. Instants come from the database clock. */
export type JobTable = {
  id: string
  owner: string
  /** The process that runs it: host, process number and a random part. */
  process: string
  phase: JobPhase
  done: Generated<number>
  total: Generated<number>
  /** With the first errors; the database keeps only as many in a batch, too. */
  result: JSONColumnType<FeedResult> | null
  /** All errors, compressed, if `result` has only the first ones. */
  errors: Buffer | null
  error: JSONColumnType<{ code: string; message: string }> | null
  cancel_requested: Generated<boolean>
  started_at: GeneratedInstant
  heartbeat_at: GeneratedInstant
  ended_at: Instant | null
}

/** A place that changed with a version of all names; kind '' = changes before that version are not known. */
export type PlaceChangeTable = { version: string; kind: 'company' | 'client' | 'account' | ''; place_id: number }

/** Recent starts of an operation that is limited per minute. */
export type RateCountTable = { name: string; who: string; times: Date[] }
/** A slot that one process holds until it releases it, or sends no sign of life for too long. */
export type LeaseTable = { name: string; slot: number; holder: string; held_until: Instant }
/**
 * The idempotency key of a change (keyed hashes of user and key, and of what it does), held by the process that makes the
 * change, and then with its encrypted result.
 */
export type CallKeyTable = { id: string; content: string; holder: string; valid_until: Instant; answer: Buffer | null }
/** A task that the scheduler of all processes runs once, and when it ran. */
export type ScheduledTaskTable = { name: string; done_at: Instant }
/** An upload in progress: its parts are in the storage. */
export type PartialUploadTable = {
  id: string
  owner: string
  kind: 'mp4' | 'webm'
  pieces: Generated<string[]>
  /** Bytes of all parts together. */
  size: ColumnType<string, number | undefined, number>
  changed_at: Instant
}

/**
 * A column that references rows of a table without a foreign key, because they may be on another node; `on_delete` as
 * in pg_constraint.
 */
export type LooseReferenceTable = {
  from_table: string
  from_column: string
  to_table: string
  on_delete: 'a' | 'c' | 'n'
}

export type ProcessTables = {
  place_version: PlaceVersionTable
  place_change: PlaceChangeTable
  job: JobTable
  rate_count: RateCountTable
  lease: LeaseTable
  call_key: CallKeyTable
  scheduled_task: ScheduledTaskTable
  partial_upload: PartialUploadTable
  loose_reference: LooseReferenceTable
}
