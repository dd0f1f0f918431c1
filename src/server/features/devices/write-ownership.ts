import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DeviceState } from '#shared/devices.ts'
import type { OwnershipCause, OwnershipChange, ValueChange } from '#shared/ownership.ts'
import { type ChangeOrigin, chunksOf } from './write-states.ts'

/** A change of a device that keeps its state; cause `undo` restores former values. */
export type Ownership = {
  deviceId: number
  companyId: number
  /** The state before and after the change. */
  state: DeviceState
} & (
  | { cause: Extract<OwnershipCause, 'transfer'>; change: OwnershipChange }
  | { cause: Exclude<OwnershipCause, 'transfer'>; change: ValueChange }
  | { cause: 'undo'; change: OwnershipChange | ValueChange }
)

/** Write one event for each change of owner, site, type or worker. */
export async function writeOwnership(
  trx: Transaction<Database>,
  changes: readonly Ownership[],
  { at, userId, batchId = null, note = null }: ChangeOrigin,
): Promise<void> {
  for (const chunk of chunksOf(changes)) {
    await sql`
      insert into device_event(company_id, device_id, from_state, to_state, cause, batch_id, user_id, note, at, change)
      select company_id, device_id, state, state, cause, ${batchId}::int, ${userId}::int, ${note}::text, ${at}::timestamptz, change::jsonb
      from unnest(${chunk.map((row) => row.companyId)}::int[], ${chunk.map((row) => row.deviceId)}::int[], ${chunk.map((row) => row.state)}::device_state[],
        ${chunk.map((row) => row.cause)}::text[], ${chunk.map((row) => JSON.stringify(row.change))}::text[])
        as event(company_id, device_id, state, cause, change)`.execute(trx)
  }
}
