import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FeedResult, JobPhase } from '#shared/feed.ts'
import type { GeneratedInstant, Instant } from './columns.ts'

/** One row: the microseconds of the last change of a company, client or account. */
export type PlaceVersionTable = { id: Generated<number>; version: string }

/** A piece of work off the request path, for the processes that do not run it. Instants are the database's own. */
export type JobTable = {
  id: string
  owner: string
  /** Whichever runs it: host, process number and a random part. */
  process: string
  phase: JobPhase
  done: Generated<number>
  total: Generated<number>
  /** With the first errors; the database keeps no more of them in a batch either. */
  result: JSONColumnType<FeedResult> | null
  /** All of them, compressed, where `result` has the first alone. */
  errors: Buffer | null
  error: JSONColumnType<{ code: string; message: string }> | null
  cancel_requested: Generated<boolean>
  started_at: GeneratedInstant
  heartbeat_at: GeneratedInstant
  ended_at: Instant | null
}

/** A place that changed with a version of all names; kind '' = nothing is known of what was before that version. */
export type PlaceChangeTable = { version: string; kind: 'company' | 'client' | 'account' | ''; place_id: number }

/** When somebody has begun something lately that is limited by the minute. */
export type RateCountTable = { name: string; who: string; times: Date[] }
/** A place that one process holds until it gives it back, or has said nothing for too long. */
export type LeaseTable = { name: string; slot: number; holder: string; held_until: Instant }
/** What the clock of all processes does once, and when that was. */
export type ScheduledTaskTable = { name: string; done_at: Instant }
/** A file on its way in: its pieces lie in the storage. */
export type PartialUploadTable = {
  id: string
  owner: string
  kind: 'mp4' | 'webm'
  pieces: Generated<string[]>
  /** Bytes of all pieces together. */
  size: ColumnType<string, number | undefined, number>
  changed_at: Instant
}

/** A column that points at rows of a table without a foreign key, because they may lie on another node; `on_delete` as in pg_constraint. */
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
  scheduled_task: ScheduledTaskTable
  partial_upload: PartialUploadTable
  loose_reference: LooseReferenceTable
}
