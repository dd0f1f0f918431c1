import { z } from 'zod'
import { Day } from './dates.ts'
import { exportFormats } from './devices.ts'
import { Paging } from './paging.ts'
import { ClientNumber, closedRequest, digitsAsNumber, fileFields, Id, RowVersion, unlimited } from './request-fields.ts'
import { kindOf } from './schema-facts.ts'

// Parts of records that belong to a base and are entered by hand, such as stations and amounts: their fields are declared once, in
// shared/<feature>.ts, and the form, the request, the row and the answer of REST are made of them.

const RowId = z.int().min(1)
/** What every such row says beside its fields: the base by id and name, when it was changed (business time), and the version to send back. */
const rowFields = { companyId: RowId, company: z.string(), updateTimeStr: z.string(), rowVersion: RowId }

/** The name of what a field chooses by its id: `client` of `clientId`. */
export const nameField = (field: string): string => field.replace(/Id$/, '')
type NameField<Field> = Field extends `${infer Chosen}Id` ? Chosen : never
/** Names of what the fields of a record choose; null where nothing is chosen. */
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

/** A row of the list, as all doors answer it; what a field chooses by its id is named beside it. */
export const baseRow = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({ id: RowId, ...fields, ...nameShape(fields), ...rowFields })

/** The form: without an id it adds a row to the base of `companyId`, or to the caller's own; with one it replaces the fields of that row, which stays with its base. */
export const baseSave = <Shape extends z.ZodRawShape>(fields: Shape) =>
  z.object({ id: unlimited(Id), ...fields, companyId: unlimited(Id), rowVersion: RowVersion })

/** A page of the list. `total` is what the last answer said; documented clients send it back. */
export const baseListRequest = <Shape extends z.ZodRawShape>(filters: Shape) =>
  closedRequest({ ...Paging.shape, ...filters, companyId: unlimited(Id), total: unlimited(z.unknown()) })

/** The list as a file: `columns` are names of the row, all of them when none are said. */
export const baseExportRequest = <Shape extends z.ZodRawShape, const Columns extends readonly [string, ...string[]]>(
  filters: Shape,
  columns: Columns,
) => closedRequest({ ...filters, companyId: unlimited(Id), ...fileFields(exportFormats, 'xlsx', columns) })

const isBlank = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() === '')

/** A text that must be given, of at most `longest` characters. */
export const requiredText = (longest: number) => z.string().trim().min(1).max(longest)

/** A text that may be left empty, which is stored as null. */
export const optionalText = (longest: number) =>
  z.preprocess((value) => (isBlank(value) ? null : value), z.string().trim().max(longest).nullable())

/** A day that must be given. */
export const requiredDay = z.preprocess((value) => (isBlank(value) ? undefined : value), Day)

/** A day that may be left open, which is stored as null. */
export const optionalDay = z.preprocess((value) => (isBlank(value) ? null : value), Day.nullable())

const isUnchosen = (value: unknown) => value === null || isBlank(value)
/** A client of the base of the row that must be chosen, by its id. */
export const requiredClient = z.preprocess(
  (value) => (isUnchosen(value) ? undefined : digitsAsNumber(value)),
  ClientNumber,
)

/** The same where none may be chosen, which is stored as null. */
export const optionalClient = z.preprocess(
  (value) => (isUnchosen(value) ? null : digitsAsNumber(value)),
  ClientNumber.nullable(),
)

/** A filter of a list by one client. */
export const clientFilter = unlimited(requiredClient)

/** A number that was typed, as one; what is none stays as it is, for the schema to refuse. */
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

/** A number between `min` and `max` with at most `digits` decimals; typed as text, too. */
export const decimal = (min: number, max: number, digits: number) =>
  z.preprocess((value) => typedNumber(value, undefined), numberIn(min, max, digits))

/** The same where it may be left empty, which is stored as null. */
export const optionalDecimal = (min: number, max: number, digits: number) =>
  z.preprocess((value) => typedNumber(value, null), numberIn(min, max, digits).nullable())
