import type { z } from 'zod'
import type { BaseTables } from '#server/db/base-tables.ts'
import { type Column, type Held, type Kind, recordKind } from '#server/db/records.ts'
import type { SignedInContext } from '#server/trpc.ts'
import type { AuditKind } from '#shared/audit-kinds.ts'
import { type ChosenNames, nameField } from '#shared/base-records.ts'
import { businessTime } from '#shared/business-time.ts'
import { AppError } from '#shared/errors.ts'
import { isNumber, kindOf } from '#shared/schema-facts.ts'

export type BaseTableName = keyof BaseTables
export type FieldName<Shape> = keyof Shape & string
export type FieldsOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>
/**
 * A row as tRPC and REST return it, with the names of the records that its fields reference; times in business time.
 */
export type BaseRow<Fields> = Fields &
  ChosenNames<Fields> & {
    id: number
    companyId: number
    company: string
    updateTimeStr: string
    rowVersion: number
  }

export type BaseRecord<T extends BaseTableName, Shape extends z.ZodRawShape> = {
  table: T
  /** Its name in the audit log. */
  kind: AuditKind
  /**
   * The fields of the form; each field is the column of the same name in snake_case. A decimal column is a number where
   * its field is one.
   */
  fields: Shape
  /** Fields that the filter `name` of a list request searches. */
  searched: readonly FieldName<Shape>[]
  /** Order of the list within a base; equal rows by id. */
  order: readonly FieldName<Shape>[]
  /** A deleted row stays in the table, marked by `deleted_at`. */
  marksDeleted?: boolean
}
/**
 * Filters for a day, each with the fields of the first and the last day of the span that must contain it; an unknown
 * last day is in the future.
 */
export type AnySpans<Name extends string = string, Field extends string = string> = Readonly<
  Record<Name, readonly [first: Field, last: Field]>
>
/**
 * The spans that the filters need: `name` searches, a filter with the name of a field compares that field, and each
 * other filter needs a span.
 */
export type Spans<Filters extends z.ZodRawShape, Shape extends z.ZodRawShape> =
  Exclude<keyof Filters & string, 'name' | FieldName<Shape>> extends infer Name extends string
    ? [Name] extends [never]
      ? { spans?: undefined }
      : { spans: AnySpans<Name, FieldName<Shape>> }
    : never
export type StoredRecord<T extends BaseTableName> = Held<T, Column<T>> & { company_id: number; update_time: Date }

export type RecordShape<T extends BaseTableName, Row> = {
  record: Kind<T, Column<T>>
  /** Return the columns of the sent values: undefined stays undefined, an empty text becomes null. */
  columnsOf: (values: object) => Record<string, unknown>
  /** Return the field columns of a stored row, for the audit log. */
  auditValues: (stored: object) => Record<string, unknown>
  /** Read the names of companies, and return a function that converts stored rows into response rows. */
  rowsFor: (ctx: SignedInContext) => Promise<(stored: StoredRecord<T>) => Row>
  /**
   * Check that the records that the columns reference belong to the base of the row; a reference unchanged since
   * `before` may be deleted.
   * @throws AppError NOT_FOUND for a client that is deleted, missing or of another base, alike
   */
  refuseForeign: (
    ctx: SignedInContext,
    columns: Record<string, unknown>,
    before: { company_id: number },
  ) => Promise<void>
}

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Define the conversions between the fields of a record, its columns and its rows. */
export function recordShape<T extends BaseTableName, Shape extends z.ZodRawShape>(
  declared: BaseRecord<T, Shape>,
): RecordShape<T, BaseRow<FieldsOf<Shape>>> {
  const { table, kind, fields, marksDeleted = false } = declared
  const names = Object.entries(fields).map(([name, schema]) => ({
    name,
    column: snakeCase(name),
    isNumber: isNumber(schema as z.ZodType),
    isClient: kindOf(schema as z.ZodType) === 'client',
  }))
  const columns = [...names.map(({ column }) => column), 'company_id', 'update_time'] as Column<T>[]
  const fieldsOf = (stored: Record<string, unknown>) =>
    Object.fromEntries(
      names.map(({ name, column, isNumber: isNumeric }) => [
        name,
        isNumeric && stored[column] !== null ? Number(stored[column]) : stored[column],
      ]),
    )
  return {
    record: recordKind<T, Column<T>>({ table, kind, columns, marksDeleted }),
    columnsOf: (values) =>
      Object.fromEntries(
        names.map(({ name, column }) => [column, blankAsNull((values as Record<string, unknown>)[name])]),
      ),
    auditValues: (stored) =>
      Object.fromEntries(names.map(({ column }) => [column, (stored as Record<string, unknown>)[column]])),
    refuseForeign: async (ctx, columns, before) => {
      const chosen = names.filter(
        ({ column, isClient }) =>
          isClient && columns[column] != null && columns[column] !== (before as Record<string, unknown>)[column],
      )
      if (chosen.length === 0) return
      const { clients } = await ctx.services.places.book()
      for (const { name, column } of chosen) {
        const client = clients.get(columns[column] as number)
        if (!client || client.deleted || client.companyId !== before.company_id)
          throw new AppError('NOT_FOUND', { field: name })
      }
    },
    rowsFor: async (ctx) => {
      const { companies, clients } = await ctx.services.places.book()
      const namesOf = (stored: Record<string, unknown>) =>
        Object.fromEntries(
          names.flatMap(({ name, column, isClient }) =>
            isClient ? [[nameField(name), clients.get(stored[column] as number)?.name ?? null]] : [],
          ),
        )
      return (stored) =>
        ({
          id: stored.id,
          ...fieldsOf(stored),
          ...namesOf(stored),
          companyId: stored.company_id,
          company: companies.get(stored.company_id)?.name ?? '',
          updateTimeStr: businessTime(stored.update_time, ctx.config.timeZone),
          rowVersion: stored.row_version,
        }) as unknown as BaseRow<FieldsOf<Shape>>
    },
  }
}

const blankAsNull = (value: unknown): unknown => (value === '' ? null : value)
