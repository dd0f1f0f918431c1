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

/** How records that belong to a base are created, changed and saved; each is written to the audit log. */
export function recordWrites<T extends BaseTableName, Shape extends z.ZodRawShape>(
  table: T,
  { record, columnsOf, told, rowsFor, refuseForeign }: RecordShape<T, BaseRow<FieldsOf<Shape>>>,
) {
  type Fields = FieldsOf<Shape>
  type Row = BaseRow<Fields>

  /** Adds a row to the base of `companyId`, or to the caller's own. @throws AppError NOT_FOUND, also for a client of another base; what is unique becomes DUPLICATE at the doors */
  async function create(ctx: SignedInContext, action: AuditAction, values: Partial<Fields> & OfCompany): Promise<Row> {
    const company_id = await baseOf(ctx, values.companyId)
    const columns = { ...columnsOf(values), company_id }
    await refuseForeign(ctx, columns, { company_id })
    const made = await createRow(ctx, record, {
      action,
      values: columns as unknown as InsertObject<Database, T>,
      details: (row) => ({ after: told(row) }),
    })
    return (await rowsFor(ctx))(made as StoredRecord<T>)
  }

  /** Changes the fields that are sent; a row stays with its base. @throws AppError NOT_FOUND, EDITED_BY_OTHERS */
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
        details: (before, after) => ({ before: told(before), after: told(after) }),
      },
    )
    return (await rowsFor(ctx))(changed as StoredRecord<T>)
  }

  /** Adds a row, or changes the one of this id. */
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
