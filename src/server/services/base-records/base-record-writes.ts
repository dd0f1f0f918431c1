import type { InsertObject, UpdateObject } from 'kysely'
import type { z } from 'zod'
import type { AuditAction } from '#server/audit-actions.ts'
import { changeRow, createRow } from '#server/db/records.ts'
import type { Database } from '#server/db/tables.ts'
import { baseOf, changeable } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { BaseRow, BaseTableName, FieldsOf, RecordShape, StoredRecord } from './base-record-shape.ts'

type Named = { id: number; rowVersion?: number | undefined }
type OfCompany = { companyId?: number | undefined }

/** Create the functions that insert, update and save records of a base; each writes to the audit log. */
export function recordWrites<T extends BaseTableName, Shape extends z.ZodRawShape>(
  table: T,
  { record, columnsOf, auditValues, rowsFor, refuseForeign }: RecordShape<T, BaseRow<FieldsOf<Shape>>>,
) {
  type Fields = FieldsOf<Shape>
  type Row = BaseRow<Fields>

  /** Insert a row. @throws AppError NOT_FOUND (also a foreign client); a unique violation becomes DUPLICATE */
  async function create(ctx: SignedInContext, action: AuditAction, values: Partial<Fields> & OfCompany): Promise<Row> {
    const company_id = await baseOf(ctx, values.companyId)
    const columns = { ...columnsOf(values), company_id }
    await refuseForeign(ctx, columns, { company_id })
    const made = await createRow(ctx, record, {
      action,
      values: columns as unknown as InsertObject<Database, T>,
      details: (row) => ({ after: auditValues(row) }),
    })
    return (await rowsFor(ctx))(made as StoredRecord<T>)
  }

  /** Update the fields that are sent; the base of a row never changes. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
  async function change(
    ctx: SignedInContext,
    action: AuditAction,
    { id, rowVersion, ...values }: Named & Partial<Fields>,
  ): Promise<Row> {
    const columns = columnsOf(values)
    const changed = await changeRow(
      ctx,
      record,
      { id, rowVersion },
      {
        action,
        visible: await changeable(ctx, table),
        set: async (before) => {
          await refuseForeign(ctx, columns, before as StoredRecord<T>)
          return columns as unknown as UpdateObject<Database, T>
        },
        details: (before, after) => ({ before: auditValues(before), after: auditValues(after) }),
      },
    )
    return (await rowsFor(ctx))(changed as StoredRecord<T>)
  }

  /** Insert a row, or update the one with this id. */
  async function save(
    ctx: SignedInContext,
    action: AuditAction,
    input: Fields & Partial<Named> & OfCompany,
  ): Promise<Required<Named>> {
    const { id, rowVersion: seen, companyId, ...values } = input
    const sent = values as unknown as Partial<Fields>
    const row = await (id === undefined
      ? create(ctx, action, { ...sent, companyId })
      : change(ctx, action, { ...sent, id, rowVersion: seen }))
    return { id: row.id, rowVersion: row.rowVersion }
  }

  return { create, change, save }
}
