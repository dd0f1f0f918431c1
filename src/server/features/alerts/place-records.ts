import type { UpdateObject } from 'kysely'
import type { AuditAction } from '#server/audit-actions.ts'
import { type Column, changeRow, deleteRow, type Kind, type Named, savedAs } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { changeable } from '#server/db/visible.ts'
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
const loggedBefore = (action: AuditAction) => ({
  action,
  details: (row: Row) => ({ before: loggedColumns(row) }),
})

/** Return the audit log entry of a record that is changed. */
const loggedChange = (action: AuditAction) => ({
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

type Placed = 'alert_rule' | 'silence'

/** Change a record of a base that the caller manages. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
export async function changePlaced<T extends Placed, C extends Column<T>>(
  ctx: SignedInContext,
  record: Kind<T, C>,
  named: Named,
  { action, set }: { action: AuditAction; set: UpdateObject<Database, T> },
): Promise<{ id: number; rowVersion: number }> {
  const visible = await changeable(ctx, record.table)
  return savedAs(await changeRow(ctx, record, named, { ...loggedChange(action), visible, set }))
}

/** Delete such a record. @throws AppError NOT_FOUND */
export const deletePlaced = async <T extends Placed, C extends Column<T>>(
  ctx: SignedInContext,
  record: Kind<T, C>,
  id: number,
  action: AuditAction,
): Promise<{ id: number }> =>
  deleteRow(ctx, record, id, { ...loggedBefore(action), visible: await changeable(ctx, record.table) })
