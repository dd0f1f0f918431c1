import type { AuditAction } from '#server/audit-actions.ts'
import type { SignedInContext } from '#server/trpc.ts'
import { type PlaceColumns, type PlaceFilters, placeColumns } from './places.ts'

// What rules and silences have in common: both are records of a place in a base.

type Row = Record<string, unknown>
/** Return the columns of a record that the audit log shows. */
const loggedColumns = ({ update_time: _time, row_version: _version, ...row }: Row): Row => row

/** Return the audit log entry of a record that is created: its columns. */
export const loggedAfter = (action: AuditAction) => ({
  action,
  details: (row: Row) => ({ after: loggedColumns(row) }),
})

/** Return the audit log entry of a record that is deleted. */
export const loggedBefore = (action: AuditAction) => ({
  action,
  details: (row: Row) => ({ before: loggedColumns(row) }),
})

/** Return the audit log entry of a record that is changed. */
export const loggedChange = (action: AuditAction) => ({
  action,
  details: (before: Row, after: Row) => ({ before: loggedColumns(before), after: loggedColumns(after) }),
})

/**
 * Return the place columns of a changed record. It cannot move to another base.
 * @param stored the row, undefined = missing or out of reach; the change then refuses it
 */
export async function placeWithin(
  ctx: SignedInContext,
  stored: { company_id: number } | undefined,
  place: PlaceFilters,
): Promise<Omit<PlaceColumns, 'company_id'>> {
  const companyId = stored?.company_id ?? place.companyId
  const { company_id: _company, ...columns } = await placeColumns(ctx, { ...place, companyId })
  return columns
}
