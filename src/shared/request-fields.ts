import { z } from 'zod'

const isBlank = (value: unknown) => value === '' || value === null || value === undefined
/** The documented value of a filter that filters nothing. */
const documentedUnlimited = 'unlimited'
/**
 * Convert the values that documented clients send for "unlimited" to undefined: "", null or nothing, and a cleared
 * range as two of them.
 */
export const limitOf = (value: unknown): unknown =>
  isBlank(value) || (Array.isArray(value) && value.length === 2 && value.every(isBlank)) ? undefined : value
export const unlimited = <T extends z.core.SomeType>(schema: T) => {
  // A text schema would search for the documented word.
  const read =
    schema instanceof z.ZodString
      ? limitOf
      : (value: unknown) => (value === documentedUnlimited ? undefined : limitOf(value))
  return z.preprocess(read, z.optional(schema))
}

/** A field of a change: missing = the stored value stays; "" or null = cleared. */
export const clearable = <T extends z.core.SomeType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), z.nullish(schema))

/** The error for a value of another type; a missing value stays "missing", and a violated limit has its own message. */
const unlessMissing = (message: string) => ({
  error: ({ code, input }: { code?: string; input?: unknown }) =>
    code !== 'invalid_type' || input === undefined ? undefined : message,
})

const idNumber = () => z.number(unlessMissing('id')).int('id').min(1, 'id').max(2_147_483_647, 'id')
/** Convert an id sent as digits to a number. */
export const digitsAsNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value
/** A positive 32-bit row id; a request may contain it as a string of digits. */
export const Id = z.preprocess(digitsAsNumber, idNumber())
/** The id of a client; forms and filters recognize this schema and offer the clients. */
export const ClientNumber = idNumber()
export const ById = z.object({ id: Id })

/**
 * A whole number, as a number or as a string of digits; any other value is refused, in particular an empty list, which
 * would convert to 0.
 */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number(unlessMissing('wholeNumber')).int('wholeNumber').min(min).max(max),
  )

/** A request that refuses unknown names, with the known ones in the error (a misspelt filter must not widen a list). */
export const closedRequest = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : undefined),
  })

/**
 * The version of a row that the caller has read; if the row has changed since, nothing is written (EDITED_BY_OTHERS).
 */
export const RowVersion = unlimited(z.coerce.number().int().min(1))

/**
 * The `previewVersion` of a preview's response, sent back with the confirmation: if machines have changed since,
 * nothing is written (EDITED_BY_OTHERS). Callers without a preview omit it.
 */
export const PreviewVersion = unlimited(z.string().regex(/^[0-9a-z]{1,12}\.[\w-]{22}$/, 'previewVersion'))

/** The language of a file; by default that of the request. */
export const LanguageField = unlimited(z.enum(['zh', 'en']))

/** Format, columns and language of a list as a file; `usual` = the default format. */
export const fileFields = <
  const Formats extends readonly [string, ...string[]],
  const Columns extends readonly [string, ...string[]],
>(
  formats: Formats,
  usual: Formats[number],
  columns: Columns,
) => ({
  format: unlimited(z.enum(formats)).transform((format) => format ?? usual),
  columns: unlimited(z.array(z.enum(columns)).min(1)),
  language: LanguageField,
})
