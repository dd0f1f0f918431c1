import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { AuditAction } from '#server/audit-actions.ts'
import { findShortPage, shownPage } from '#server/db/pages.ts'
import { deleteRow } from '#server/db/records.ts'
import { containing } from '#server/db/search-texts.ts'
import type { Database } from '#server/db/tables.ts'
import { changeable, visible } from '#server/db/visible.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { FileParts } from '#shared/files.ts'
import type { Page, Paging } from '#shared/paging.ts'
import { kindOf } from '#shared/schema-facts.ts'
import { baseRecordFile, type FileOptions, type FileRequest, type Searched } from './base-record-file.ts'
import {
  type AnySpans,
  type BaseRecord,
  type BaseRow,
  type BaseTableName,
  type FieldName,
  type FieldsOf,
  recordShape,
  type Spans,
  type StoredRecord,
  snakeCase,
} from './base-record-shape.ts'
import { recordWrites } from './base-record-writes.ts'

/**
 * Define find, export, create, change and delete for records that belong to a base and are entered by hand, from one
 * declaration of their fields. Every function respects which rows the caller may see or change (`visible.ts`) and
 * writes to the audit log.
 */
export function baseRecords<
  T extends BaseTableName,
  Shape extends z.ZodRawShape,
  Filters extends z.ZodRawShape = Record<never, never>,
>(declared: BaseRecord<T, Shape> & { filters?: Filters } & Spans<Filters, Shape>) {
  type Fields = FieldsOf<Shape>
  type Row = BaseRow<Fields>
  const { table, kind } = declared
  const shape = recordShape(declared)
  const choices = new Set(Object.keys(declared.fields).filter((name) => kindOf(declared.fields[name]) === 'choice'))

  /** Return a page, ordered by base and `order`. @throws AppError NOT_FOUND for a company out of reach */
  async function find(ctx: SignedInContext, request: Paging & Searched): Promise<Page<Row>> {
    const page = await findShortPage<StoredRecord<T>>(ctx.readDb, request, {
      from: sql`from ${sql.table(table)} where ${await visible(ctx, table, { companyId: request.companyId })}${narrowedBy(declared, request)}`,
      order: sql`order by ${sql.join(['company_id', ...declared.order.map(snakeCase), 'id'].map((column) => sql.ref(column)))}`,
    })
    return shownPage(page, await shape.rowsFor(ctx))
  }

  /** Delete a row unless `check` refuses it. @throws AppError NOT_FOUND */
  async function remove(
    ctx: SignedInContext,
    action: AuditAction,
    id: number,
    check?: (trx: Transaction<Database>) => Promise<unknown>,
  ): Promise<{ id: number }> {
    const details = (row: object) => ({ before: shape.auditValues(row) })
    return deleteRow(ctx, shape.record, id, {
      action,
      visible: await changeable(ctx, table),
      check: async (_, trx) => check?.(trx),
      details,
    })
  }

  /** Export all rows of the list as a file. @throws AppError before the first part: NOT_FOUND as the list, TOO_MANY */
  const file = <const Area extends string, Columns extends FieldName<Row>>(
    ctx: SignedInContext,
    request: FileRequest<Columns>,
    options: FileOptions<Area, Columns>,
  ): Promise<FileParts> => baseRecordFile<Row, Area, Columns>(ctx, request, { ...options, kind, choices, find })

  return { find, ...recordWrites<T, Shape>(table, shape), remove, file }
}

/** Fields of a list request that are not filters of the record. */
const ofThePage: ReadonlySet<string> = new Set(['page', 'size', 'total', 'companyId'])

/**
 * Return the conditions of a list request. `name` matches a part of a searched field, a day must be within its span,
 * and any other filter compares the field of its name: a part of a text, or an equal value.
 * @throws Error for a filter without a field or span, since ignoring it would return too many rows
 */
function narrowedBy<Shape extends z.ZodRawShape>(
  { fields, searched, spans }: Pick<BaseRecord<BaseTableName, Shape>, 'fields' | 'searched'> & { spans?: AnySpans },
  request: Searched,
) {
  const column = (name: string) => sql.ref(snakeCase(name))
  const conditions = Object.entries(request).flatMap(([name, value]) => {
    if (value === undefined || value === '' || ofThePage.has(name)) return []
    if (name === 'name') {
      const part = containing(String(value))
      const found = searched.map((field) => sql`${column(field)} ilike ${part}`)
      return sql`(${sql.join(found, sql` or `)})`
    }
    const span = spans?.[name]
    if (span) return sql`${column(span[0])} <= ${value} and coalesce(${column(span[1])} >= ${value}, true)`
    const schema = fields[name] as z.ZodType | undefined
    if (schema === undefined) throw new Error(`no field is narrowed by ${name}`)
    return kindOf(schema) === 'text'
      ? sql`${column(name)} ilike ${containing(String(value))}`
      : sql`${column(name)} = ${value}`
  })
  return sql.join(
    conditions.map((condition) => sql` and ${condition}`),
    sql``,
  )
}
