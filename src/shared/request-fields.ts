import { z } from 'zod'

const isBlank = (value: unknown) => value === '' || value === null || value === undefined
/** The word that the documents name a filter with which limits nothing. */
const documentedUnlimited = 'unlimited'
/** Documented clients send "", null or nothing for "unlimited", and a cleared range as two of them; all become undefined. */
export const limitOf = (value: unknown): unknown =>
  isBlank(value) || (Array.isArray(value) && value.length === 2 && value.every(isBlank)) ? undefined : value
export const unlimited = <T extends z.core.SomeType>(schema: T) => {
  // Of a text the documented word would be what is searched for.
  const read =
    schema instanceof z.ZodString
      ? limitOf
      : (value: unknown) => (value === documentedUnlimited ? undefined : limitOf(value))
  return z.preprocess(read, z.optional(schema))
}

/** A field of a change: nothing sent = what is stored stays; "" or null = cleared. */
export const clearable = <T extends z.core.SomeType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), z.nullish(schema))

/** What a schema says of a value of another type; nothing at all stays "missing", and a limit says itself. */
const unlessMissing = (message: string) => ({
  error: ({ code, input }: { code?: string; input?: unknown }) =>
    code !== 'invalid_type' || input === undefined ? undefined : message,
})

const idNumber = () => z.number(unlessMissing('id')).int('id').min(1, 'id').max(2_147_483_647, 'id')
/** An id that was sent as digits, as a number. */
export const digitsAsNumber = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value
/** A positive 32-bit row id; the wire may carry it as a string of digits. */
export const Id = z.preprocess(digitsAsNumber, idNumber())
/** The id of a client, known as one by this schema: a form and a filter offer the clients. */
export const ClientNumber = idNumber()
export const ById = z.object({ id: Id })

/** A whole number, as one or as a string of digits; nothing else is read as one, least of all an empty list as 0. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number(unlessMissing('wholeNumber')).int('wholeNumber').min(min).max(max),
  )

/** A request that refuses names it does not know, and answers with those it does (a misspelt filter must not widen a list). */
export const closedRequest = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : undefined),
  })

/** The version of a row that the caller has read; when somebody has changed the row since, nothing is written (EDITED_BY_OTHERS). */
export const RowVersion = unlimited(z.coerce.number().int().min(1))

/**
 * The `previewVersion` that a preview answered, sent back with its confirmation: when machines have changed since, nothing is written
 * (EDITED_BY_OTHERS). Left out by who has seen no preview.
 */
export const PreviewVersion = unlimited(z.string().regex(/^[0-9a-z]{1,12}\.[\w-]{22}$/, 'previewVersion'))

/** The language of a file; that of the request when not said. */
export const LanguageField = unlimited(z.enum(['zh', 'en']))

/** Format, columns and language of a list as a file; `usual` = the format when none is said. */
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
