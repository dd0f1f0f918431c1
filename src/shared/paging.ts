import { z } from 'zod'

/** Page sizes a person can choose; programs may ask for any size up to maxPageSize. */
export const pageSizes = [5, 10, 20, 50, 100] as const
export const defaultPageSize = 20
/** The documented "export all" size, the largest page a list call takes. */
export const maxPageSize = 1020
export const maxPage = 100_000
/** Characters of a text that a list is searched by. */
export const longestSearch = 64
/** Dropdowns load at most this many choices. */
export const dropdownSize = 200

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

export const Paging = z.object({
  page: unlimited(wholeNumber(1, maxPage)).transform((page) => page ?? 1),
  size: unlimited(wholeNumber(1, maxPageSize)).transform((size) => size ?? defaultPageSize),
})
export type Paging = z.output<typeof Paging>

/** One page of rows; `totalCount` counts all matching rows. `totalCapped` = there are more than totalCount. */
export type Page<Row> = { data: Row[]; totalCount: number; totalCapped?: boolean }

/** Turns `repair_times` into `repairTimes`, so that either spelling names a sort column. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** asc or desc in any letter case; unlimited = the list's own default. */
export const OrderWay = unlimited(
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(['asc', 'desc'])),
)

/** A request that refuses names it does not know, and answers with those it does (a misspelt filter must not widen a list). */
export const closedRequest = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : undefined),
  })
