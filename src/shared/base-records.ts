import { z } from 'zod'
import { Day } from './dates.ts'
import { exportFormats } from './devices.ts'
import { Paging } from './paging.ts'
import { ClientNumber, closedRequest, digitsAsNumber, fileFields, Id, RowVersion, unlimited } from './request-fields.ts'
import { kindOf } from './schema-facts.ts'

// Building blocks of records that belong to a base and are entered by hand, such as stations and amounts. Their fields
// are declared once, in shared/<feature>.ts; the form, the request, the row and the REST response are derived from
// them.

const RowId = z.int().min(1)
/**
 * Fields of every such row in addition to its own: the base by id and name, the time of change (business time), and the
 * version to send back.
 */
const rowFields = { companyId: RowId, company: z.string(), updateTimeStr: z.string(), rowVersion: RowId }

/** Return the name of a field's chosen row: `client` for `clientId`. */
export const nameField = (field: string): string => field.replace(/Id$/, '')
type NameField<Field> = Field extends `${infer Chosen}Id` ? Chosen : never
/** Names of the rows chosen by the fields of a record; null if none is chosen. */
export type ChosenNames<Fields> = {
  [Field in keyof Fields & string as NameField<Field>]: null extends Fields[Field] ? string | null : string
}
type NameShape<Shape extends z.ZodRawShape> = {
  [Field in keyof Shape & string as NameField<Field>]: null extends z.output<Shape[Field]>
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}
const nameShape = <Shape extends z.ZodRawShape>(fields: Shape): NameShape<Shape> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, schema]) =>
      kindOf(schema) === 'client'
        ? [[nameField(field), z.safeParse(schema, null).success ? z.string().nullable() : z.string()]]
        : [],
    ),
  ) as NameShape<Shape>

/** A row of the list, as every API returns it; each chosen id has its name in a second field. */
export const baseRow = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({ id: RowId, ...fields, ...nameShape(fields), ...rowFields })

/**
 * The form: without an id it adds a row to the base of `companyId`, or to the caller's own; with one it replaces the
 * fields of that row, which stays with its base.
 */
export const baseSave = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({ id: unlimited(Id), ...fields, companyId: unlimited(Id), rowVersion: RowVersion })

/** A page of the list. `total` is the total of the last response; documented clients send it back. */
export const baseListRequest = <Shape extends z.ZodRawShape>(filters: Shape) =>
  closedRequest({ ...Paging.shape, ...filters, companyId: unlimited(Id), total: unlimited(z.unknown()) })

/** The list as a file: `columns` are field names of the row, by default all. */
export const baseExportRequest = <Shape extends z.ZodRawShape, const Columns extends readonly [string, ...string[]]>(
  filters: Shape,
  columns: Columns,
) => closedRequest({ ...filters, companyId: unlimited(Id), ...fileFields(exportFormats, 'xlsx', columns) })

const isBlank = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() === '')

/** A required text of at most `longest` characters. */
export const requiredText = (longest: number) => z.string().trim().min(1).max(longest)

/** A text that may be empty, which is stored as null. */
export const optionalText = (longest: number) =>
  z.preprocess((value) => (isBlank(value) ? null : value), z.string().trim().max(longest).nullable())

/** One of a few values, or none, which is stored as null. */
export const optionalOne = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.preprocess((value) => (value === null || isBlank(value) ? null : value), z.enum(values).nullable())

/** A required day. */
export const requiredDay = z.preprocess((value) => (isBlank(value) ? undefined : value), Day)

/** A day that may be empty, which is stored as null. */
export const optionalDay = z.preprocess((value) => (isBlank(value) ? null : value), Day.nullable())

const isUnchosen = (value: unknown) => value === null || isBlank(value)
/** A required client of the row's base, by its id. */
export const requiredClient = z.preprocess(
  (value) => (isUnchosen(value) ? undefined : digitsAsNumber(value)),
  ClientNumber,
)

/** An optional client, stored as null if none is chosen. */
export const optionalClient = z.preprocess(
  (value) => (isUnchosen(value) ? null : digitsAsNumber(value)),
  ClientNumber.nullable(),
)

/** A filter of a list by one client. */
export const clientFilter = unlimited(requiredClient)

/** Convert typed text to a number; any other value stays unchanged, for the schema to refuse. */
const typedNumber = (value: unknown, blank: null | undefined): unknown => {
  if (isBlank(value)) return blank
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
}
const numberIn = (min: number, max: number, digits: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .multipleOf(10 ** -digits)

/** A number between `min` and `max` with at most `digits` decimals, also as text. */
export const decimal = (min: number, max: number, digits: number) =>
  z.preprocess((value) => typedNumber(value, undefined), numberIn(min, max, digits))

/** Such a number that may be empty, which is stored as null. */
export const optionalDecimal = (min: number, max: number, digits: number) =>
  z.preprocess((value) => typedNumber(value, null), numberIn(min, max, digits).nullable())
